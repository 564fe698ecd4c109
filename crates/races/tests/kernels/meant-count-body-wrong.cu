// wrong:Race --blockDim=[*] --gridDim=[1]
// What is no step of a `for` may wrap round: nothing says what is meant.
__global__ void k(float *out, unsigned n) {
  unsigned i = threadIdx.x;
  while (i < n) {
    out[i] = 1;
    i += blockDim.x;
  }
}
