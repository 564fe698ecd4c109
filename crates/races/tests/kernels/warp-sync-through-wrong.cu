// wrong:Race --blockDim=32 --gridDim=1 --warp-sync=32
// Threads that begin in the second case may be there before those that come from the first.
__global__ void through(int *a, int *b) {
  int t = threadIdx.x;
  switch (b[t]) {
  case 0:
    b[t + 64] = 0;
  case 1:
    a[t] = a[31 - t];
    break;
  default:
    break;
  }
}
