// verified: gridDim.x * blockDim.x <= 1024
// Nothing keeps a thread within the arrays of the program but how many there are.
__device__ int rows[1024];
__device__ int marks[1024];
__global__ void clear() {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  rows[i] = 0;
  marks[i] = i & 3;
}
