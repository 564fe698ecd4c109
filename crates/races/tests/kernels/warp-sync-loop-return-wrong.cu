// wrong:Race --blockDim=32 --gridDim=1 --warp-sync=32
// Threads that leave the loop do not wait for those that may end in it.
__global__ void leave(int *a, int *b, int n) {
  int t = threadIdx.x;
  for (int i = 0; i < n + t; i++) {
    if (b[t + i] == 1)
      return;
    b[t + 64] = 0;
  }
  a[t] = a[31 - t];
}
