// verified: gridDim.x * blockDim.x <= 65536
// Elements are counted by parts of the thread's number, and one array by multiples of it.
__device__ int columns[64];
__device__ int cells[262144];
__global__ void reduce() {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  cells[4 * i + 3] -= columns[i >> 10];
}
