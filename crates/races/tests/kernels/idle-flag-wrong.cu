// wrong:Race --blockDim=64 --gridDim=1
// What the loops compute decides whether all threads write one place.
__global__ void k(unsigned *a, int n, int m) {
  unsigned sum = 0;
  int found = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      sum += i;
      if (sum == 3) found = 1;
    }
  if (found) a[0] = threadIdx.x;
}
