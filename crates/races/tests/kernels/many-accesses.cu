// verified --blockDim=64 --gridDim=4
// Sixteen accesses of the thread's own part: one of them stands for all.
__global__ void k(int *a) {
  unsigned t = threadIdx.x;
  int *mine = a + 16 * (blockIdx.x * 64 + t);
  mine[0] = 0; mine[1] = 1; mine[2] = 2; mine[3] = 3; mine[4] = mine[0]; mine[5] = mine[1];
  mine[6] = 6; mine[7] = 7; mine[8] = 8; mine[15] = 9;
}
