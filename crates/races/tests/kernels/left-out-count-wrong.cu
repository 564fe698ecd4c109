// wrong:Race --blockDim=64 --gridDim=1
// What a loop counts is the index.
__global__ void k(const int *a, int *out) {
  int i = 0;
  while (i < 64 && a[i] > 0) ++i;
  out[i] = threadIdx.x;
}
