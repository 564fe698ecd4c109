// Dynamic shared memory in two parts.
//:: exact: both 1 4, dynamic 32, n=4
__global__ void old(const float *x, const float *z, float *y, int n) { int t = threadIdx.x; y[t] = x[3 - t] * z[3 - t]; }
__global__ void fresh(const float *x, const float *z, float *y, int n) {
  extern __shared__ float s[];
  float *u = s + n;
  int t = threadIdx.x;
  s[t] = x[t]; u[t] = z[t];
  __syncthreads();
  y[t] = s[n - 1 - t] * u[n - 1 - t];
}
