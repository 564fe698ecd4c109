// Four elements in a row of one thread, each with its own test.
//:: exact: old 2 8, new 1 4, n=13
//:all exact
__global__ void old(const float *x, float *y, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i];
}
__global__ void fresh(const float *x, float *y, float a, int n) {
  int b = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
#pragma unroll
  for (int u = 0; u < 4; u++)
    if (b + u < n) y[b + u] = x[b + u] * a;
}
