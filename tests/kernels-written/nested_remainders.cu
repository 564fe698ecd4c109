// An index taken apart by remainders that are taken away before the next division, and put together again.
__global__ void masked_rows(int rows, int columns, int planes, const float *in, float *out) {
  for (int at = blockIdx.x * blockDim.x + threadIdx.x; at < planes * rows * columns; at += blockDim.x * gridDim.x) {
    int column = at % columns;
    int row = (at - column) / columns % rows;
    int plane = (at - columns * row - column) / (rows * columns);
    out[rows * columns * plane + columns * row + column] = column > row ? 0.0f : in[at];
  }
}

// MISTAKE: the number of the plane is left out.
__global__ void masked_rows_of_one_plane(int rows, int columns, int planes, const float *in, float *out) {
  for (int at = blockIdx.x * blockDim.x + threadIdx.x; at < planes * rows * columns; at += blockDim.x * gridDim.x) {
    int column = at % columns;
    int row = (at - column) / columns % rows;
    out[columns * row + column] = column > row ? 0.0f : in[at];
  }
}
