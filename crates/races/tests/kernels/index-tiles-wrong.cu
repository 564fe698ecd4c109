// wrong:Race --blockDim=[*,*] --gridDim=[*,*]
// Blocks are numbered by the height of the grid.
__global__ void k(float *o, float v) {
  int block = blockIdx.y * gridDim.y + blockIdx.x;
  o[(block * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = v;
}
