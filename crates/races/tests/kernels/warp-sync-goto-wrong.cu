// wrong:Race --blockDim=32 --gridDim=1 --warp-sync=32
// The last statement is reached behind the jump, too, before all ways join.
__global__ void jump(int *a, int *b) {
  int t = threadIdx.x;
  if (b[t] == 1) {
    b[t + 64] = 0;
    goto tail;
  }
  if (b[t + 32] == 1)
    return;
  b[t + 96] = 0;
tail:
  a[t] = a[31 - t];
}
