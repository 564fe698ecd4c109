// wrong:Race --blockDim=[64] --gridDim=[1]
// The first thread of each launch divides by zero, though others do not.
__global__ void k(int *out, int n) {
  int d = threadIdx.x == 0 ? 0 : n;
  int q = 7 / d;
  out[threadIdx.x < 2 ? 0 : threadIdx.x + (q & 0)] = 1;
}
