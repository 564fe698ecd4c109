// wrong:Race --blockDim=256 --gridDim=2
// The wider write changes what is read again.
__global__ void beside(int *a, int *b) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int x = a[2 * t + 1];
  *(long long *)(a + 2 * t) = 7;
  int y = a[2 * t + 1];
  if (x == y) b[t] = 1; else b[0] = 1;
}
