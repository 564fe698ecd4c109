// verified --blockDim=256 --gridDim=*
// Fields of a number under the ones of a literal.
__global__ void k(unsigned *a, unsigned *b) {
  unsigned i = blockIdx.x * 256 + threadIdx.x;
  a[(i & 0xff0f) | ((i & 0xf0) ^ 0x50) | (i & 0xffff0000)] = i;
  b[((i >> 4) << 4) | ((i & 15) ^ 9)] = i;
}
