// wrong:Race --blockDim=64 --gridDim=*
__global__ void k(unsigned *a) {
  unsigned t = threadIdx.x;
  a[(blockIdx.x << 5) | t] = t;
}
