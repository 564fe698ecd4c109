// verified --blockDim=[*,*] --gridDim=[*,*]
__global__ void k(float *a, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= i) return;
  float t = a[i * n + j];
  a[i * n + j] = a[j * n + i];
  a[j * n + i] = t;
}
