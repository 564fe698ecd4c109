// wrong:Race --blockDim=[64] --gridDim=[1]
// The second operand is computed only where the first is false.
__global__ void k(float *out, int n) {
  if (n < -100000 || n * 1000000 > 5) out[0] = n;
}
