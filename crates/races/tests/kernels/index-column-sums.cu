// verified --blockDim=* --gridDim=*
__global__ void k(float *y, const float *a, const float *x, int m, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= n) return;
  y[j] = 0;
  for (int i = 0; i < m; ++i) y[j] += a[i * n + j] * x[i];
}
