// wrong:Race --blockDim=64 --gridDim=*
// Four times the number of a thread does not fit in 32 bits, although the number does.
__global__ void k(int *out) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  out[x * 4] = 1;
}
