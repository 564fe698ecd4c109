// verified --blockDim=* --gridDim=*
__global__ void k(float *y, const float *x, float a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    y[i] += a * x[i];
}
