// verified --blockDim=* --gridDim=*
__global__ void k(float *y, const int *first, const int *col, const float *v, const float *x, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= n) return;
  float sum = 0;
  for (int e = first[r]; e < first[r + 1]; ++e) sum += v[e] * x[col[e]];
  y[r] = sum;
}
