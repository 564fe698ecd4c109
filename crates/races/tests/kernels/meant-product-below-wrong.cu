// wrong:Race --blockDim=[64] --gridDim=[1]
// Nor is a product with a negative number.
__global__ void k(int *out, int n) {
  if (n == -1) {
    unsigned u = threadIdx.x * n;
    out[u / 0x40000000u] = 1;
  }
}
