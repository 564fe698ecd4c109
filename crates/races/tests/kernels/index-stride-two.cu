// verified --blockDim=* --gridDim=*
__global__ void k(float *y, const float *x, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, all = blockDim.x * gridDim.x;
  for (int i = 2 * t; i + 1 < n; i += 2 * all) {
    y[i] = x[i + 1];
    y[i + 1] = x[i];
  }
}
