// wrong:Divergence --blockDim=64 --gridDim=1
// Threads may see different values of what is volatile.
__global__ void k(volatile int *flag) {
  if (*flag) __syncthreads();
}
