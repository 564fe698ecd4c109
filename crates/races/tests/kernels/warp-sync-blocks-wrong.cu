// wrong:Race --blockDim=32 --gridDim=2 --warp-sync=32
// Warps of two blocks are two warps.
__global__ void blocks(int *a) {
  int t = threadIdx.x;
  a[t] = a[31 - t];
}
