// verified --blockDim=256 --gridDim=2
// The barriers between write and read, and between read and next write, are in loops that are executed.
__global__ void between(int *a, int n, int m) {
  __shared__ int s[256];
  int t = threadIdx.x;
  if (m < 1) return;
  int v = 0;
  for (int i = 0; i < n; ++i) {
    s[t] = i;
    for (int j = 0; j < m; ++j) __syncthreads();
    v += s[(t + 1) % 256];
    for (int j = 0; j < m; ++j) __syncthreads();
  }
  a[blockIdx.x * 256 + t] = v;
}
