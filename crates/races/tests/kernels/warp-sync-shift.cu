// verified --blockDim=32 --gridDim=1 --warp-sync=32
// All threads of the warp read before any writes.
__global__ void shift(int *a) {
  int t = threadIdx.x;
  a[t] = a[(t + 1) % 32];
}
