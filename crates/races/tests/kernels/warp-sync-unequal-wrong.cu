// wrong:Race --blockDim=32 --gridDim=1 --warp-sync=32
// A thread that has come to the way out waits there for those that need more iterations: the
// statement behind is executed by threads in different iterations.
__global__ void unequal(int *a) {
  int t = threadIdx.x;
  int i = 0;
  for (;;) {
    if (i >= t) {
      i += 1;
      if (i >= 64)
        break;
    }
    i += 1;
    a[t] = a[(t + 1) & 31];
  }
}
