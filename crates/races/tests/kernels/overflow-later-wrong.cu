// wrong:Race --blockDim=[64] --gridDim=[1]
// The race comes before the product: threads have met when it overflows.
__global__ void k(float *out, int *far, int n) {
  if (n > 100000000) out[0] = 1;
  far[(int)threadIdx.x * n / 2] = 1;
}
