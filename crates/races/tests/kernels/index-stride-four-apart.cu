// verified --blockDim=* --gridDim=*
__global__ void k(float *y, const float *x, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, all = blockDim.x * gridDim.x;
  for (int i = t; i < n; i += 4 * all) {
    y[i] = x[i];
    if (i + all < n) y[i + all] = x[i + all];
    if (i + 2 * all < n) y[i + 2 * all] = x[i + 2 * all];
    if (i + 3 * all < n) y[i + 3 * all] = x[i + 3 * all];
  }
}
