// verified --blockDim=32 --gridDim=1 --warp-sync=32
// Threads that skip the rest of an iteration wait for the others at the next one.
__global__ void skip(int *a, int n) {
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    if (i < t)
      continue;
    a[t] = a[31 - t];
  }
  a[31 - t] = 2;
}
