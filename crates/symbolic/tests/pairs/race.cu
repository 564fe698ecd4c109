// A barrier is missing: nothing is said.
//:: refused: both 1 8, n=8
__global__ void old(const float *x, float *y, int n) { int t = threadIdx.x; y[t] = x[7 - t]; }
__global__ void fresh(const float *x, float *y, int n) {
  __shared__ float s[8];
  int t = threadIdx.x;
  s[t] = x[t];
  y[t] = s[7 - t];
}
