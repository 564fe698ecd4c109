// wrong:Divergence --blockDim=[64] --gridDim=[1]
// Threads part at a barrier without an overflow.
__global__ void k(int *out, int n) {
  int i = threadIdx.x;
  if (i * n > 100) __syncthreads();
}
