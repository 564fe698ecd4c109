// wrong:Race --blockDim=[*,*] --gridDim=[*,*]
// The column that others read is written.
__global__ void k(float *a, int n, int step) {
  int j = step + blockIdx.x * blockDim.x + threadIdx.x;
  int i = step + 1 + blockIdx.y * blockDim.y + threadIdx.y;
  if (step >= 0 && i < n && j < n) a[i * n + j] -= a[i * n + step] * a[step * n + j];
}
