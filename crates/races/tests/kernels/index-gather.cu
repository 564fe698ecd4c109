// verified --blockDim=[*,*] --gridDim=[*,*]
__global__ void k(float *o, const float *table, const int *index, int n, int d) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < d) o[i * d + j] = table[index[i] * d + j];
}
