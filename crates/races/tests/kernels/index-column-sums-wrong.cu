// wrong:Race --blockDim=* --gridDim=*
// All set the first to zero.
__global__ void k(float *y, const float *a, const float *x, int m, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= n) return;
  y[0] = 0;
  for (int i = 0; i < m; ++i) y[j] += a[i * n + j] * x[i];
}
