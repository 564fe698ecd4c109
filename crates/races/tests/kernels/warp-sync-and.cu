// verified --blockDim=32 --gridDim=1 --warp-sync=32
// A condition of several parts is one condition.
__global__ void both(int *a, int n) {
  int t = threadIdx.x;
  if ((t < n && t < 8) || (t >= 24 && t != 30))
    a[t] = a[31 - t];
  else
    a[t + 64] = a[95 - t];
}
