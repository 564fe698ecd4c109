// verified:Fits --blockDim=[64] --gridDim=[1]
// The same where the check lets numbers through with which it fits.
__global__ void k(float *out, int n) {
  if (n > 200) {
    int far = n + n;
    out[far < 0 ? 0 : threadIdx.x] = 1;
  }
}
