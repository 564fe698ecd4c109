// wrong:Race --blockDim=[4] --gridDim=[1]
// The same of a remainder by a large number.
__global__ void k(int *out, unsigned a, unsigned x, int c) {
  unsigned r = a % ((x + 1u) * x - x * x - x + 0xfffffffeu);
  if (r == (unsigned)(c ? -3 : 0) && c) out[0] = threadIdx.x;
}
