// wrong
// How many threads there are says nothing of a neighbour's element.
__device__ int marks[1024];
__global__ void shift() {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  marks[i] = marks[i + 1];
}
