// wrong:Race --blockDim=[64] --gridDim=[1]
// The first thread of each launch overflows, though others do not.
__global__ void k(int *out, int n) {
  int d = threadIdx.x == 0 ? 2147483647 : n;
  int q = d + 1;
  out[threadIdx.x < 2 ? 0 : threadIdx.x + (q == 5 ? 64 : 0)] = 1;
}
