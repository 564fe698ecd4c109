// verified --blockDim=[*,*] --gridDim=[*,*]
__global__ void k(float *a, const float *b, int rows, int cols) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < rows && j < cols) a[j * rows + i] = b[i * cols + j];
}
