// wrong:Race --blockDim=256 --gridDim=*
__global__ void k(unsigned *a) {
  unsigned i = blockIdx.x * 256 + threadIdx.x;
  a[(i & 0xff0f) | ((i & 0xf0) ^ 0x50)] = i;
}
