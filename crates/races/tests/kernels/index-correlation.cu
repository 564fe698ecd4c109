// verified --blockDim=* --gridDim=*
__global__ void k(float *s, const float *d, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  s[i * m + i] = 1;
  for (int j = i + 1; j < m; ++j) {
    float sum = 0;
    for (int e = 0; e < n; ++e) sum += d[e * m + i] * d[e * m + j];
    s[i * m + j] = sum, s[j * m + i] = sum;
  }
}
