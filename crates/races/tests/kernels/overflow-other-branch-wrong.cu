// wrong:Race --blockDim=[64] --gridDim=[1]
// One thread overflows, if any; those that meet do not compute the product.
__global__ void k(float *out, int n) {
  if (threadIdx.x == 63) {
    out[n * 1000 < 0 ? 1 : 2] = 1;
  } else if (n > 100000000) {
    out[0] = 1;
  }
}
