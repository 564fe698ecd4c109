// verified: n <= 1023
// A guard keeps threads within the array, so that what it compares with is bounded and not the grid.
__device__ int rows[1024];
__global__ void clear(int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i <= n) rows[i] = 0;
}
