// unknown --blockDim=* --gridDim=[*,*]
// To be decided: a race in a grid of 3 by 2 blocks.
// Blocks are numbered by the height of the grid.
__global__ void k(float *a, float v, long long n) {
  size_t block = blockIdx.y * (size_t)gridDim.y + blockIdx.x, i = block * blockDim.x + threadIdx.x;
  if (i < n) a[i] = v;
}
