// wrong K301: the last thread of a block writes the first element of the next one as well
// options: --block 32 --grid *

__global__ void pairs(int *p) {
  int first = blockIdx.x * 32 + threadIdx.x;
  p[first] = 0;
  __syncthreads();
  p[first + 1] = 1;
}
