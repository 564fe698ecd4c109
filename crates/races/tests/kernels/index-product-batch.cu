// verified --blockDim=[*,*] --gridDim=[*,*,*]
__global__ void k(float *c, const float *a, const float *b, int n, int stride) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= n || stride < n * n) return;
  int first = blockIdx.z * stride;
  float sum = 0;
  for (int e = 0; e < n; ++e) sum += a[first + i * n + e] * b[first + e * n + j];
  c[first + i * n + j] = sum;
}
