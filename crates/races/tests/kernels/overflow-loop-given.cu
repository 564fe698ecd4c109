// verified:Fits --blockDim=[64] --gridDim=[1]
// How often it is repeated a launch says: of the launches in which nothing overflows it is true.
__global__ void k(float *out, int w, int n) {
  for (int i = 0; i < n; i++) {
    int row = i * w;
    if (w > 0) out[row < 0 ? 0 : threadIdx.x] = 1;
  }
}
