// The last element is left out.
//:: different: both 1 16, n=13
//:all open
__global__ void old(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] * 2;
}
__global__ void fresh(const float *x, float *y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n - 1; i += gridDim.x * blockDim.x) y[i] = x[i] * 2;
}
