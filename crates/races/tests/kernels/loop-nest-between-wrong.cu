// wrong:Race --blockDim=256 --gridDim=2
// A loop with the only barrier may have no iteration.
__global__ void between(int *a, int n, int m) {
  __shared__ int s[256];
  int t = threadIdx.x;
  int v = 0;
  for (int i = 0; i < n; ++i) {
    s[t] = i;
    for (int j = 0; j < m; ++j) __syncthreads();
    v += s[(t + 1) % 256];
    for (int j = 0; j < m; ++j) __syncthreads();
  }
  a[blockIdx.x * 256 + t] = v;
}
