// wrong:Race --blockDim=* --gridDim=*
// Blocks are three sizes apart, and each writes four.
__global__ void k(float *y, const float *x, int n) {
  int first = blockIdx.x * blockDim.x * 3 + threadIdx.x;
  for (int e = 0; e < 4; ++e) {
    int i = first + e * blockDim.x;
    if (i < n) y[i] = x[i];
  }
}
