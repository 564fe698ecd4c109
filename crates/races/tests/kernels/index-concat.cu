// verified --blockDim=[*,*] --gridDim=[*,*]
__global__ void k(float *o, const float *a, const float *b, int rows, int na, int nb) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || na < 0 || nb < 0) return;
  if (j < na) o[i * (na + nb) + j] = a[i * na + j];
  if (j < nb) o[i * (na + nb) + na + j] = b[i * nb + j];
}
