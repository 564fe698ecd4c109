// verified --blockDim=64 --gridDim=1 --warp-sync=32
// All threads make the same iterations.
__global__ void rotate(int *a, int n) {
  int t = threadIdx.x;
  int first = t & ~31;
  for (int i = 0; i < n; i++)
    a[t] = a[first + ((t + 1) & 31)];
}
