// wrong:Race --blockDim=* --gridDim=*
// The transposed product: rows share columns.
__global__ void k(float *x, const float *a, const float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int j = 0; j < n; ++j) x[j] += a[i * n + j] * y[i];
}
