// unknown --blockDim=[*,*] --gridDim=[*,*]
// To be decided: no race, rows of a triangle one after the other.
__global__ void k(float *t, const float *a, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j <= i) t[i * (i + 1) / 2 + j] = a[i * n + j];
}
