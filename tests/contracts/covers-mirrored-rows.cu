// verified: w >= 1 && gridDim.x * blockDim.x >= w && gridDim.y * blockDim.y >= h
// with: --covers out:w * h
// Each row from its end.
__global__ void mirror(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) out[y * w + (w - 1 - x)] = in[y * w + x];
}
