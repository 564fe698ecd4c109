// wrong:Race --blockDim=* --gridDim=*
// The transposed product: rows share columns.
__global__ void k(float *y, const int *first, const int *col, const float *v, const float *x, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= n) return;
  for (int e = first[r]; e < first[r + 1]; ++e) y[col[e]] += v[e] * x[r];
}
