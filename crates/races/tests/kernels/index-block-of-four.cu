// verified --blockDim=* --gridDim=*
__global__ void k(float *y, const float *x, int n) {
  int first = blockIdx.x * blockDim.x * 4 + threadIdx.x;
  for (int e = 0; e < 4; ++e) {
    int i = first + e * blockDim.x;
    if (i < n) y[i] = x[i];
  }
}
