// wrong:Race --blockDim=[*,*] --gridDim=[*,*]
// The rows of the result have the length of those of `a`.
__global__ void k(float *c, const float *a, const float *b, int m, int n, int p) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= n) return;
  float sum = 0;
  for (int e = 0; e < p; ++e) sum += a[i * p + e] * b[e * n + j];
  c[i * p + j] = sum;
}
