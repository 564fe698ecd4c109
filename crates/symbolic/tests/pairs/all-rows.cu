// A sum of each row, which a loop adds.
//:: exact: both 1 8, rows=5, cols=7
//:all exact
__global__ void old(const float *x, float *y, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) {
    float s = 0;
    for (int c = 0; c < cols; c++) s += x[r * cols + c];
    y[r] = s / cols;
  }
}
__global__ void fresh(const float *x, float *y, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  const float *row = x + r * cols;
  float s = 0;
  int c = 0;
  while (c < cols) {
    s = row[c] + s;
    c++;
  }
  y[r] = s / cols;
}
