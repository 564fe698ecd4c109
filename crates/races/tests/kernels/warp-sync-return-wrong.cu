// wrong:Race --blockDim=32 --gridDim=1 --warp-sync=32
// Ways that a return may end join at the end only: the last statement is not executed together.
__global__ void early(int *a, int *b) {
  int t = threadIdx.x;
  if (t < 16) {
    if (b[t] == 0)
      return;
  }
  a[t] = 1;
  b[40 + t] = a[31 - t];
}
