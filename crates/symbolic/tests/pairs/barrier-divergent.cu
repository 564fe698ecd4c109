// Each thread has a flag of its own: they do not all come to the barrier.
//:: open: both 1 8, n=8
__global__ void old(const float *x, const int *f, float *y, int n) { int t = threadIdx.x; y[t] = f[t] ? x[t] + x[7 - t] : 0.0f; }
__global__ void fresh(const float *x, const int *f, float *y, int n) {
  __shared__ float s[8];
  int t = threadIdx.x;
  if (f[t]) {
    s[t] = x[t];
    __syncthreads();
    y[t] = s[t] + s[7 - t];
  } else {
    y[t] = 0;
  }
}
