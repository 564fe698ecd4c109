// verified --blockDim=256 --gridDim=2
// How many barriers an iteration of the outer loops passes has no closed form.
__global__ void nest(int *a, int n, int m, int l) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = 0;
  for (int i = 0; i < n; ++i) {
    __syncthreads();
    for (int j = 0; j < m; ++j) {
      __syncthreads();
      for (int k = 0; k < l; ++k) {
        __syncthreads();
        int v = s[(t + i) & 255];
        __syncthreads();
        s[t] = v + 1;
      }
    }
  }
  a[blockIdx.x * 256 + t] = s[t];
}
