// wrong:Race --blockDim=[*,*] --gridDim=[*,*]
// A column is as long as a row.
__global__ void k(float *a, const float *b, int rows, int cols) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < rows && j < cols) a[j * cols + i] = b[i * cols + j];
}
