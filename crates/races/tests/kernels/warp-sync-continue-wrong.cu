// wrong:Race --blockDim=32 --gridDim=1 --warp-sync=32
// Ways that may leave the loop join behind it only: a thread that skips the rest of an iteration may
// be in the next one before the others.
__global__ void skip(int *a, int *b, int n) {
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    if (i < t)
      continue;
    if (b[t] == i)
      break;
    a[t] = a[31 - t];
  }
}
