// verified --blockDim=32 --gridDim=1 --warp-sync=32
// Each case is reached on one way.
__global__ void cases(int *a, int *b) {
  int t = threadIdx.x;
  switch (b[t]) {
  case 0:
    a[t] = a[31 - t];
    break;
  case 1:
    a[t + 32] = a[63 - t];
    break;
  default:
    break;
  }
  a[t + 64] = a[t + 32];
}
