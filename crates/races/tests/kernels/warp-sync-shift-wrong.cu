// wrong:Race --blockDim=64 --gridDim=1 --warp-sync=32
// Thread 31 reads what thread 32 of the next warp writes.
__global__ void shift(int *a) {
  int t = threadIdx.x;
  a[t] = a[(t + 1) % 64];
}
