// wrong:Race --blockDim=* --gridDim=*
// Pairs overlap.
__global__ void k(int *a, int phase, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + (phase & 1);
  if (i + 1 >= n) return;
  int x = a[i], y = a[i + 1];
  if (x > y) a[i] = y, a[i + 1] = x;
}
