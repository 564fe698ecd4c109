// verified --blockDim=[64] --gridDim=[1]
// The same, where the product fits.
__global__ void k(float *out) {
  int i = threadIdx.x;
  int far = i * 2;
  out[far & 127] = 1;
}
