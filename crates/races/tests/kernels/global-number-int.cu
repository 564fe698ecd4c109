// verified --blockDim=[16,16] --gridDim=[*,*] --no-signed-overflow
// Numbers of threads fit in an int: that a grid of any size has at most 2147482623 threads in a dimension is listed.
__global__ void k(unsigned char *out, int rows, int cols) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= cols || y >= rows) return;
  out[y * cols + x] = 1;
}
