// wrong:Race --blockDim=64 --gridDim=1
// A loop that only reads may end the kernel, so that it decides who writes.
__global__ void k(const int *a, int *b) {
  for (int i = 0; i < 8; ++i)
    if (a[i] > 0) return;
  b[0] = threadIdx.x;
}
