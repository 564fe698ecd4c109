// wrong:Race --blockDim=[256] --gridDim=[*]
// The same with the remainder of another division.
__global__ void k(float *out, int n, int c, int d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i / c * c + i % d] = 1;
}
