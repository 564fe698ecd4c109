// One thread an element against a loop over the numbers of threads.
//:: exact: old 2 8, new 1 4, n=13
//:all exact
__global__ void old(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] * x[i] + 1.0f;
}
__global__ void fresh(const float *x, float *y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    float v = x[i];
    y[i] = v * v + 1.0f;
  }
}
