// wrong:Race --blockDim=256 --gridDim=2
// A barrier that all threads pass, but not in each iteration.
__global__ void sometimes(int *a, int n, int m) {
  __shared__ int s[256];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    if (i % m == 0) __syncthreads();
    s[t] = s[(t + 1) % 256];
  }
  a[blockIdx.x * 256 + t] = s[t];
}
