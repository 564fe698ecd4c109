// wrong:Race --blockDim=* --gridDim=*
// The second element is the first of the next thread.
__global__ void k(float *y, const float *x, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, all = blockDim.x * gridDim.x;
  for (int i = 2 * t; i + 2 < n; i += 2 * all) {
    y[i] = x[i + 1];
    y[i + 2] = x[i];
  }
}
