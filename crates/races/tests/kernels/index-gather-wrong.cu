// wrong:Race --blockDim=[*,*] --gridDim=[*,*]
// Written by index: two may be equal.
__global__ void k(float *o, const float *table, const int *index, int n, int d) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < d) o[index[i] * d + j] = table[i * d + j];
}
