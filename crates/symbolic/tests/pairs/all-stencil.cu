// Neighbours, with ends that are clamped by branches and by choices.
//:: exact: old 2 8, new 1 8, n=13
//:all exact
__global__ void old(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int l = i > 0 ? i - 1 : 0;
    int r = i < n - 1 ? i + 1 : n - 1;
    y[i] = x[l] + x[r];
  }
}
__global__ void fresh(const float *x, float *y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int l = 0, r = n - 1;
    if (i > 0) l = i - 1;
    if (i < n - 1) r = i + 1;
    y[i] = x[r] + x[l];
  }
}
