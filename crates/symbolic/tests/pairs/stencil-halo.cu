// A stencil from global memory against one with a halo in shared memory.
//:: exact: both 2 8, n=16
//:: exact: both 2 8, n=14
__global__ void old(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) y[i] = 0.25f * x[i - 1] + 0.5f * x[i] + 0.25f * x[i + 1];
}
__global__ void fresh(const float *x, float *y, int n) {
  __shared__ float s[10];
  int i = blockIdx.x * 8 + threadIdx.x, t = threadIdx.x + 1;
  s[t] = i < n ? x[i] : 0.0f;
  if (threadIdx.x == 0) s[0] = i > 0 ? x[i - 1] : 0.0f;
  if (threadIdx.x == 7) s[9] = i + 1 < n ? x[i + 1] : 0.0f;
  __syncthreads();
  if (i > 0 && i < n - 1) y[i] = 0.25f * s[t - 1] + 0.5f * s[t] + 0.25f * s[t + 1];
}
