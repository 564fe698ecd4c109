// wrong
// The row that all others read is changed as well.
__global__ void eliminate(float *a, const float *factors, int size, int step) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < size - step && column < size - step)
    a[size * (row + step) + (column + step)] -=
        factors[size * (row + step) + step] * a[size * step + (column + step)];
}
