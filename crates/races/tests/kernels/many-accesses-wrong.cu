// wrong:Race --blockDim=64 --gridDim=4
// The last of them is the next thread's first.
__global__ void k(int *a) {
  unsigned t = threadIdx.x;
  int *mine = a + 16 * (blockIdx.x * 64 + t);
  mine[0] = 0; mine[1] = 1; mine[2] = 2; mine[3] = 3; mine[4] = mine[0]; mine[5] = mine[1];
  mine[6] = 6; mine[7] = 7; mine[8] = 8; mine[16] = 9;
}
