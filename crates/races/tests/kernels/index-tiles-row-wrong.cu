// wrong:Race --blockDim=* --gridDim=[*,*]
// Blocks overlap by one element.
__global__ void k(float *o, float v) {
  size_t block = blockIdx.y * (size_t)gridDim.x + blockIdx.x;
  o[block * (blockDim.x - 1) + threadIdx.x] = v;
}
