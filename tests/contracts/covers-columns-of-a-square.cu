// wrong
// with: --covers out:w * h
// The height is mistaken for the width.
__global__ void k(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < h && y < h && x < w) out[y * w + x] = in[y * w + x];
}
