// wrong:only_by_overflow:~true --blockDim=[64] --gridDim=[1]
// Whoever comes to the sum overflows: the check before it says so. Nothing may rest on that it fits.
__global__ void k(float *out, int n) {
  if (n > 2000000000) {
    int far = n + n;
    out[far < 0 ? 0 : threadIdx.x] = 1;
  }
}
