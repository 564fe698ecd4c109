// verified --blockDim=64 --gridDim=1
// All lanes that the mask names make all iterations.
__global__ void k(int *out) {
  int x = threadIdx.x;
  if (threadIdx.x % 32 < 16)
    for (int j = 0; j < 2; j++) x += __shfl_sync(0xffff, x, 0);
  out[threadIdx.x] = x;
}
