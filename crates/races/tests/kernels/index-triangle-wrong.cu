// wrong:Race --blockDim=[*,*] --gridDim=[*,*]
// One element of the next row.
__global__ void k(float *t, const float *a, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j <= i + 1) t[i * (i + 1) / 2 + j] = a[i * n + j];
}
