// wrong:Race --blockDim=[64] --gridDim=[*]
// A product with such a number is meant to wrap round.
__global__ void k(int *a, const int *keys) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int h = keys[i] * 2654435761u;
  a[h & 1023] = i;
}
