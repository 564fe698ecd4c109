// One column less is added.
//:: different: both 1 8, rows=5, cols=7
//:all open
__global__ void old(const float *x, float *y, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) {
    float s = 0;
    for (int c = 0; c < cols; c++) s += x[r * cols + c];
    y[r] = s;
  }
}
__global__ void fresh(const float *x, float *y, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) {
    float s = 0;
    for (int c = 1; c < cols; c++) s += x[r * cols + c];
    y[r] = s;
  }
}
