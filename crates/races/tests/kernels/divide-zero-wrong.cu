// wrong:Race --blockDim=[64] --gridDim=[1]
// Whoever divides does so by zero: the check before it says so. Nothing may rest on that nobody does.
__global__ void k(float *out, int c) {
  if (c == 0) out[threadIdx.x / c == 7 ? 0 : threadIdx.x] = 1;
}
