// verified --blockDim=[*,*] --gridDim=[*,*]
__global__ void k(float *t, const float *a, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (j >= n || i > j) return;
  int row = i * n - i * (i - 1) / 2;
  t[row + j - i] = a[i * n + j];
}
