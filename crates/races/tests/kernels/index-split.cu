// verified --blockDim=[*,*] --gridDim=[*,*]
__global__ void k(float *a, float *b, const float *x, int rows, int na, int nb) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= na + nb) return;
  float v = x[i * (na + nb) + j];
  if (j < na) a[i * na + j] = v;
  else if (na >= 0) b[i * nb + j - na] = v;
}
