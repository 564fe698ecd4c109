// What an iteration leaves for the next one is not written by number alone.
//:: different: old 2 8, new 1 4, n=13
//:all open
__global__ void old(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i];
}
__global__ void fresh(const float *x, float *y, int n) {
  float s = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    s += x[i];
    y[i] = s;
  }
}
