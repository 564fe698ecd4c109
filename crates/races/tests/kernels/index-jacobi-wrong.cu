// wrong:Race --blockDim=[*,*] --gridDim=[*,*]
// In place: neighbours are read while they are written.
__global__ void k(float *a, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < 1 || j < 1 || i >= n - 1 || j >= n - 1) return;
  int at = i * n + j;
  a[at] = 0.2f * (a[at] + a[at - 1] + a[at + 1] + a[at - n] + a[at + n]);
}
