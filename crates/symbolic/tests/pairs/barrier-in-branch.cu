// Threads meet where a flag that all of them read says so.
//:: exact: both 1 8, n=8
__global__ void old(const float *x, const int *f, float *y, int n) {
  int t = threadIdx.x;
  if (f[0]) y[t] = x[t] + x[7 - t]; else y[t] = 0;
}
__global__ void fresh(const float *x, const int *f, float *y, int n) {
  __shared__ float s[8];
  int t = threadIdx.x;
  if (f[0]) {
    s[t] = x[t];
    __syncthreads();
    y[t] = s[t] + s[7 - t];
  } else {
    y[t] = 0;
  }
}
