// verified --blockDim=* --gridDim=*
__global__ void k(float *c, const float *a, const float *b, int m, int n, int p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  for (int j = 0; j < n; ++j) {
    float sum = 0;
    for (int e = 0; e < p; ++e) sum += a[i * p + e] * b[e * n + j];
    c[i * n + j] = sum;
  }
}
