// wrong:Race --blockDim=* --gridDim=*
// Nine of eight.
__global__ void k(float *y, const float *x, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, all = blockDim.x * gridDim.x;
  for (int i = 8 * t; i < n; i += 8 * all)
    for (int e = 0; e <= 8; ++e)
      if (i + e < n) y[i + e] = 2 * x[i + e];
}
