// A load that has left the branch that guards it: it needs longer arrays.
//:: exact: both 1 16, n=13
//:all open
__global__ void old(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i];
}
__global__ void fresh(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = x[i];
  if (i < n) y[i] = v;
}
