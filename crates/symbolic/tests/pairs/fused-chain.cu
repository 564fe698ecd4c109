// An intermediate array against a value in a register.
//:: exact: both 2 4, n=8
__global__ void old(const float *x, float *t, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  t[i] = x[i] * 2.0f;
  float u = t[i] + 1.0f;
  y[i] = u * u;
}
__global__ void fresh(const float *x, float *t, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float u = x[i] * 2.0f;
  t[i] = u;
  u = u + 1.0f;
  y[i] = u * u;
}
