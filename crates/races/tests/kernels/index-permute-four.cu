// verified --blockDim=* --gridDim=*
__global__ void k(float *nhwc, const float *nchw, int n, int c, int h, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n <= 0 || c <= 0 || h <= 0 || w <= 0 || i >= n * c * h * w) return;
  int x = i % w, y = i / w % h, f = i / (w * h) % c, b = i / (w * h * c);
  nhwc[((b * h + y) * w + x) * c + f] = nchw[i];
}
