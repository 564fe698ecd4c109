// unknown --blockDim=[*,*] --gridDim=[*,*]
// To be decided: no race where the number of all threads fits.
__global__ void k(float *a, int n) {
  unsigned t = threadIdx.y * blockDim.x + threadIdx.x, size = blockDim.x * blockDim.y;
  size_t block = blockIdx.y * (size_t)gridDim.x + blockIdx.x;
  size_t all = (size_t)size * gridDim.x * gridDim.y;
  for (size_t i = block * size + t; i < (n > 0 ? n : 0); i += all) a[i] += 1;
}
