//:old scale 2 8; add 1 16
//:new both 4 4
//:: exact: n=15
__global__ void scale(float *x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = a * x[i];
}
__global__ void add(const float *x, float *y, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) y[i] = x[i] + y[i];
}
__global__ void both(float *x, float *y, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float v = a * x[i];
    x[i] = v;
    y[i] = v + y[i];
  }
}
