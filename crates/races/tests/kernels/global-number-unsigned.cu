// verified --blockDim=64 --gridDim=*
// Four times the number of a thread fits in 32 bits only in launches of less than 2^30 threads: that is assumed, and listed.
__global__ void k(int *out) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  out[x * 4] = 1;
}
