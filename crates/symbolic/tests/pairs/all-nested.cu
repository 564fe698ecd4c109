// Loops within loops: a convolution.
//:: exact: both 1 8, n=6, c=3, k=2
//:all exact
__global__ void old(const float *x, const float *w, float *y, int n, int c, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float s = 0;
    for (int a = 0; a < c; a++)
      for (int b = 0; b < k; b++) s += w[a * k + b] * x[a * (n + k) + i + b];
    y[i] = s;
  }
}
__global__ void fresh(const float *x, const float *w, float *y, int n, int c, int k) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    float s = 0;
    for (int a = 0; a < c; a++) {
      for (int b = 0; b < k; b++) s += x[a * (n + k) + i + b] * w[a * k + b];
    }
    y[i] = s;
  }
}
