// A branch by contents against a maximum.
//:: reordered: both 1 8, n=8
__global__ void old(const float *x, float *y, int n) {
  int i = threadIdx.x;
  float v = x[i];
  if (v > 0) y[i] = v; else y[i] = 0;
}
__global__ void fresh(const float *x, float *y, int n) {
  y[threadIdx.x] = fmaxf(0.0f, x[threadIdx.x]);
}
