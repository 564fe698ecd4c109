// wrong:Race --blockDim=[256] --gridDim=[*,*]
// The width of the grid is that of its other dimension.
__global__ void k(float *out, unsigned n) {
  unsigned block = blockIdx.y * gridDim.y + blockIdx.x;
  unsigned i = block * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 1;
}
