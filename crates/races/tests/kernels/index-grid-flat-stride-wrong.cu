// unknown --blockDim=[*,*] --gridDim=[*,*]
// To be decided: a race in a block of 3 by 2 threads.
// Threads are numbered by the height of the block.
__global__ void k(float *a, int n) {
  unsigned t = threadIdx.y * blockDim.y + threadIdx.x, size = blockDim.x * blockDim.y;
  size_t block = blockIdx.y * (size_t)gridDim.x + blockIdx.x;
  size_t all = (size_t)size * gridDim.x * gridDim.y;
  for (size_t i = block * size + t; i < (n > 0 ? n : 0); i += all) a[i] += 1;
}
