// wrong:Race --blockDim=[8,8] --gridDim=1 --warp-sync=32
// Threads of one column are of two warps.
__global__ void rows(int *a) {
  int t = threadIdx.x * 8 + threadIdx.y;
  a[t] = a[t ^ 31];
}
