// wrong:Race --blockDim=[32,32] --gridDim=[*,*,*]
// A column that may be one too large is the first one of the next row.
__global__ void k(float *out, int planes, int rows, int columns) {
  int plane = blockIdx.z, row = blockIdx.y * 32 + threadIdx.y, column = blockIdx.x * 32 + threadIdx.x;
  if (row < rows && column <= columns) out[plane * rows * columns + row * columns + column] = 1;
}
