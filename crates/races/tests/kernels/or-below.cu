// verified --blockDim=64 --gridDim=1000
// A disjunction with what is below a multiple of a power of two is a sum.
__global__ void k(unsigned *a, int *b, int w) {
  unsigned t = threadIdx.x;
  a[(blockIdx.x << 6) | t] = t;
  if (w > 0 && w < 64) b[(blockIdx.x << 12) | (t * 64 | w)] = 1;
}
