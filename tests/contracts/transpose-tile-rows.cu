// verified: blockDim.x == 32 && blockDim.y == 8 && blockDim.z == 1 && width >= gridDim.x * blockDim.x
// A tile of 32 x 32 by blocks of 32 x 8, four rows a thread.
__global__ void copy(float *out, const float *in, int width) {
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  for (int row = 0; row < 32; row += 8) {
    out[(y + row) * width + x] = in[(y + row) * width + x];
  }
}
