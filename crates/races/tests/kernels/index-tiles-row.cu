// verified --blockDim=* --gridDim=[*,*]
__global__ void k(float *o, float v) {
  size_t block = blockIdx.y * (size_t)gridDim.x + blockIdx.x;
  o[block * blockDim.x + threadIdx.x] = v;
}
