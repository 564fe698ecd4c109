// wrong:Race --blockDim=256 --gridDim=2
// The read behind the loops is in the interval of the last write in them.
__global__ void behind(int *a, int n, int m) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      __syncthreads();
      s[t] = i + j;
    }
  a[blockIdx.x * 256 + t] = s[(t + 1) % 256];
}
