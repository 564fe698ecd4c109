// verified: w >= 1 && gridDim.x * blockDim.x >= w && gridDim.y * blockDim.y >= h
// with: --covers out:w * h
// Rows and columns, each with a guard.
__global__ void scale(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) out[y * w + x] = 2.0f * in[y * w + x];
}
