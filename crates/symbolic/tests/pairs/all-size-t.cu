// An index of 64 bits against one of 32.
//:: exact: both 2 8, n=13, w=3
//:all exact
__global__ void old(const float *x, float *y, int n, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i * w + 1];
}
__global__ void fresh(const float *x, float *y, int n, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[(long long)i * w + 1];
}
