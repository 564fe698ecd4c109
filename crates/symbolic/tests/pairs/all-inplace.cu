// An element that is read and written.
//:: exact: old 2 8, new 1 4, n=13
//:all exact
__global__ void old(float *x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  x[i] = x[i] > 0 ? x[i] : a * x[i];
}
__global__ void fresh(float *x, float a, int n) {
  int stride = gridDim.x * blockDim.x;
  for (int i = threadIdx.x + blockDim.x * blockIdx.x; i < n; i += stride) {
    float v = x[i];
    if (v > 0) x[i] = v;
    else x[i] = v * a;
  }
}
