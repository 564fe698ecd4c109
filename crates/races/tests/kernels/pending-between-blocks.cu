// wrong:Broken(Assertion) --blockDim=64 --gridDim=4
// A barrier of the block orders nothing between blocks.
__global__ void k(int *p) {
  p[blockIdx.x * 64 + threadIdx.x] = 1;
  __syncthreads();
  __assert(__no_write(p));
}
