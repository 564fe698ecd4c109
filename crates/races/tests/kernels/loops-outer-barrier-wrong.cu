// wrong:Race --blockDim=64 --gridDim=1
// The last round of the inner loop, which does not wait at its end, and the first one of the next.
__global__ void k(int *a, int n, int m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int x = s[63 - t];
      __syncthreads();
      s[t] = x + 1;
    }
}
