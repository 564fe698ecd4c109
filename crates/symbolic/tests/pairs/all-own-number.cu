// What a thread reads at its own number is used for all numbers that it takes.
//:: different: old 2 8, new 1 4, n=13
//:all open
__global__ void old(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] * x[i];
}
__global__ void fresh(const float *x, float *y, int n) {
  float a = x[blockIdx.x * blockDim.x + threadIdx.x];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = a * x[i];
}
