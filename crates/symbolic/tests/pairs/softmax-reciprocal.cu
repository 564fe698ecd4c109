// A division against a product with the reciprocal.
//:: real: both 1 2, n=4
__global__ void old(const float *x, float *y, int n) {
  float s = 0;
  for (int i = 0; i < n; i++) s += x[i];
  for (int i = threadIdx.x; i < n; i += blockDim.x) y[i] = x[i] / s;
}
__global__ void fresh(const float *x, float *y, int n) {
  float s = 0;
  for (int i = 0; i < n; i++) s += x[i];
  float r = 1.0f / s;
  for (int i = threadIdx.x; i < n; i += blockDim.x) y[i] = x[i] * r;
}
