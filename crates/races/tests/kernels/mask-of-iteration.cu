// unknown --blockDim=64 --gridDim=1
// Eight lanes call, and the masks name more.
__global__ void k(int *out) {
  int x = threadIdx.x;
  for (int i = 0; i < 4; i++) {
    unsigned mask = 0xffffffffu >> i;
    if (threadIdx.x % 32 < 8) x += __shfl_sync(mask, x, 0);
  }
  out[threadIdx.x] = x;
}
