// Each thread did a row of neighbours; now neighbours are done by neighbouring threads.
//:: exact: old 1 4, new 4 4, n=16
//:: exact: old 1 4, new 4 4, n=13
__global__ void old(const float *x, float *y, float a, int n) {
  int first = threadIdx.x * 4;
  for (int i = first; i < first + 4 && i < n; i++) y[i] = a * x[i] + y[i];
}
__global__ void fresh(const float *x, float *y, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
