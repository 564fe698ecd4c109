// verified:Fits --blockDim=[64] --gridDim=[1]
// That all or none pass needs that the product fits.
__global__ void k(int *out, int n) {
  int i = threadIdx.x;
  if (n > 0) {
    if (i * n >= 0) __syncthreads();
  }
}
