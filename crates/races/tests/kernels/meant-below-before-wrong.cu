// wrong:Race --blockDim=[64] --gridDim=[1]
// What came from below zero in another statement comes back: nothing is excused.
__global__ void k(int *a, unsigned h, int r) {
  unsigned i = threadIdx.x - h;
  if (h < 10 && r > 10 && r < 20) {
    a[i + r] = 1;
    if (threadIdx.x == 63 && h > 0) a[r - h] = 2;
  }
}
