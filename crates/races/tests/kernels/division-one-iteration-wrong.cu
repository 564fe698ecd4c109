// wrong:Race --blockDim=64 --gridDim=1
// In one iteration of each launch the divisor is zero.
__global__ void k(int n, int *s) {
  int t = threadIdx.x;
  for (int i = 0; i < 10; i++) {
    int q = 100 / ((n | 1) * (i - 5));
    if (i == 5) s[0] = t + q;
  }
}
