// wrong:Race --blockDim=64 --gridDim=1
// The same with a choice.
__global__ void k(int *out, int n) {
  int t = threadIdx.x;
  int y = n == 2 ? 2147483646 + n : 0;
  if (y < 0) out[0] = t;
}
