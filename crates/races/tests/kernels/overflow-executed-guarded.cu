// wrong:Race --blockDim=64 --gridDim=1
// Only where `n == 2` is the sum evaluated, and there it overflows.
__global__ void k(int *out, int n) {
  int t = threadIdx.x;
  if (n == 2 && 2147483646 + n < 0) out[0] = t;
}
