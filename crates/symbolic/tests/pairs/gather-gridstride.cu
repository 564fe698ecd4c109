// A gather by one thread an element against a grid-stride loop.
//:: exact: old 2 8, new 1 4, n=13
__global__ void old(const int *at, const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[at[i]] * 2.0f;
}
__global__ void fresh(const int *at, const float *x, float *y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = 2.0f * x[at[i]];
}
