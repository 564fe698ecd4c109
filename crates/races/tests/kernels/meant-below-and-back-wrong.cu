// wrong:Race --blockDim=[64] --gridDim=[1]
// The inner sum may go below zero, and the outer one comes back: nothing is excused.
__global__ void k(int *a, int off) {
  if (off >= -3 && off <= 3) {
    a[threadIdx.x + off + 3] = 1;
    if (threadIdx.x == 63) a[0] = 2;
  }
}
