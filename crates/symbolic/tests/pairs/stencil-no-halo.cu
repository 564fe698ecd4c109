// The halo is forgotten: what lies in shared memory nobody gave.
//:: open: both 2 8, n=16
__global__ void old(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) y[i] = x[i - 1] + x[i + 1];
}
__global__ void fresh(const float *x, float *y, int n) {
  __shared__ float s[10];
  int i = blockIdx.x * 8 + threadIdx.x, t = threadIdx.x + 1;
  s[t] = x[i];
  __syncthreads();
  if (i > 0 && i < n - 1) y[i] = s[t - 1] + s[t + 1];
}
