// wrong:Race --blockDim=[*,*] --gridDim=[*,*]
// The rows of the first have the length of the second.
__global__ void k(float *a, float *b, const float *x, int rows, int na, int nb) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= na + nb) return;
  float v = x[i * (na + nb) + j];
  if (j < na) a[i * nb + j] = v;
  else if (na >= 0) b[i * nb + j - na] = v;
}
