// wrong:Race --blockDim=64 --gridDim=1
// A counter goes on from where the loop before left it.
__global__ void k(const int *a, int *b) {
  int i = 0;
  for (int k = 0; k < 64; ++k) {
    while (i < 63 && a[64 * i + threadIdx.x] > k) ++i;
    if (i == k + threadIdx.x) b[k] = threadIdx.x;
  }
}
