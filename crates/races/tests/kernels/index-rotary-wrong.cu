// wrong:Race --blockDim=[*,*] --gridDim=[*,*]
// Rows are half as long as they are.
__global__ void k(float *q, const float *c, const float *s, int rows, int half) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= half) return;
  float *row = q + i * half, x = row[j], y = row[j + half];
  row[j] = x * c[j] - y * s[j];
  row[j + half] = y * c[j] + x * s[j];
}
