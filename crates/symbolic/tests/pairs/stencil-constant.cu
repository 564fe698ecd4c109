// Weights in constant memory: a stencil with a halo in shared memory.
//:: exact: both 2 16, n=30
__constant__ float w[5];
__global__ void old(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float s = 0;
    for (int j = -2; j <= 2; j++)
      if (i + j >= 0 && i + j < n) s += w[j + 2] * x[i + j];
    y[i] = s;
  }
}
__global__ void fresh(const float *x, float *y, int n) {
  __shared__ float s[16 + 4];
  int i = blockIdx.x * 16 + threadIdx.x, l = threadIdx.x + 2;
  s[l] = i < n ? x[i] : 0.f;
  if (threadIdx.x < 2) {
    s[l - 2] = i >= 2 ? x[i - 2] : 0.f;
    s[l + 16] = i + 16 < n ? x[i + 16] : 0.f;
  }
  __syncthreads();
  if (i < n) {
    float a = 0;
    for (int j = -2; j <= 2; j++)
      if (i + j >= 0 && i + j < n) a += w[j + 2] * s[l + j];
    y[i] = a;
  }
}
