// wrong:Race --blockDim=32 --gridDim=1 --warp-sync=32
// One statement writes different values to one place, in some iteration.
__global__ void rotate(int *a, int n) {
  int t = threadIdx.x;
  for (int i = 0; i < n; i++)
    a[i < 3 ? t : 0] = t;
}
