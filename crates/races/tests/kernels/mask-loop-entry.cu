// unknown --blockDim=64 --gridDim=1
// Of 16 lanes that the mask names 8 enter the loop.
__global__ void k(int *out) {
  int x = threadIdx.x;
  if (threadIdx.x % 32 < 8)
    for (int j = 0; j < 2; j++) x += __shfl_sync(0xffff, x, 0);
  out[threadIdx.x] = x;
}
