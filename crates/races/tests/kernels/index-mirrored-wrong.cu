// wrong:Race --blockDim=[*,*] --gridDim=[*,*]
// Both halves are written by two threads.
__global__ void k(float *a, const float *b, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (j >= n || i >= n || j == i) return;
  float v = b[i] * b[j];
  a[i * n + j] = v;
  a[j * n + i] = -v;
}
