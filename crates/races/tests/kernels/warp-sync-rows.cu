// verified --blockDim=[8,8] --gridDim=1 --warp-sync=32
// A warp is four rows of eight threads.
__global__ void rows(int *a) {
  int t = threadIdx.y * 8 + threadIdx.x;
  a[t] = a[t ^ 31];
}
