// unknown --blockDim=* --gridDim=*
// To be decided: a race, of two pixels where w > h.
// The batch is divided by the width.
__global__ void k(float *nchw, const float *nhwc, int n, int c, int h, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (c <= 0 || h <= 0 || w <= 0 || i >= n * c * h * w) return;
  int f = i % c, rest = i / c;
  int x = rest % w;
  rest /= w;
  int y = rest % h, b = rest / w;
  nchw[((b * c + f) * h + y) * w + x] = nhwc[i];
}
