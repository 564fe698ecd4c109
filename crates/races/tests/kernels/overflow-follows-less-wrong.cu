// wrong:Race --blockDim=256 --gridDim=1
// The last sum is of a number without a sign, and wraps round where those before it tell nothing of it.
__global__ void sums(int *a, unsigned n) {
  unsigned t = threadIdx.x;
  unsigned i = n + t * 16u;
  int k = (int)i;
  a[k + 1] = 1; a[k + 2] = 2; a[k + 3] = 3; a[k + 4] = 4; a[k + 5] = 5;
  a[k + 6] = 6; a[k + 7] = 7; a[k + 8] = 8; a[k + 9] = 9; a[k + 10] = 10;
  a[k + 4 - 9 + 22] = 1;
}
