// wrong:Race --blockDim=* --gridDim=*
// Rows and columns exchanged, but not the radix.
__global__ void k(float *a, const float *u, const float *v, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  for (int j = 0; j < n; ++j) a[j * n + i] += u[i] * v[j];
}
