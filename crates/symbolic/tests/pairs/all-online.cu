// Two locals that depend on each other: the greatest, and a sum that rests on it, in two orders of their declarations.
//:: exact: both 1 8, rows=5, cols=7
//:all exact
__global__ void old(const float *x, float *y, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) {
    float m = x[r * cols], s = 1.0f;
    for (int c = 1; c < cols; c++) {
      float v = x[r * cols + c], t = fmaxf(m, v);
      s = s * expf(m - t) + expf(v - t);
      m = t;
    }
    y[r] = m + logf(s);
  }
}
__global__ void fresh(const float *x, float *y, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) {
    float s = 1.0f, m = x[r * cols];
    for (int c = 1; c < cols; c++) {
      float v = x[r * cols + c];
      float before = m;
      m = fmaxf(m, v);
      s = s * expf(before - m) + expf(v - m);
    }
    y[r] = m + logf(s);
  }
}
