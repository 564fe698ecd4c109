// wrong:Race --blockDim=[64] --gridDim=[1]
// What the numbers of threads alone make wrap round does so in each launch.
__global__ void k(int *a) {
  int far = (threadIdx.x + 1) * 67108864;
  a[far == 0 ? 0 : threadIdx.x] = 1;
  if (threadIdx.x == 63) a[far == -2147483648 ? 0 : 63] = 2;
}
