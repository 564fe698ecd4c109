// A return by a parameter against a branch.
//:: exact: both 1 8, n=8
__global__ void old(const float *x, float *y, int n, float a) {
  if (a == 0.0f) return;
  y[threadIdx.x] = x[threadIdx.x] / a;
}
__global__ void fresh(const float *x, float *y, int n, float a) {
  if (a != 0.0f) y[threadIdx.x] = x[threadIdx.x] / a;
}
