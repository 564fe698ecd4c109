// verified --blockDim=64 --gridDim=*
// What the loops compute decides nothing.
__global__ void k(unsigned *a, const unsigned *b, int n, int m) {
  unsigned sum = 0, steps = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      if (sum > 1000) break;
      sum += b[j]; steps = steps * 31 + i;
    }
  a[blockIdx.x * 64 + threadIdx.x] = sum + steps;
}
