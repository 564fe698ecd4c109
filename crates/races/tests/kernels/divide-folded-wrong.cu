// wrong:Race --blockDim=[4] --gridDim=[1]
// The divisor is one, which only arithmetic of integers sees: the quotient may be the greatest number there is.
__global__ void k(int *out, unsigned a, unsigned x, int c) {
  unsigned q = a / ((x + 1u) * x - x * x - x + 1u);
  if (q == (unsigned)(c ? -1 : 0) && c) out[0] = threadIdx.x;
}
