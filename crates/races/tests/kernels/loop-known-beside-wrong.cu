// wrong:Race --blockDim=[64] --gridDim=[2]
// The place doubles in the first iterations alone: it is where the other block's first thread writes.
__global__ void k(int *out, int n) {
  int t = threadIdx.x, at = 1;
  for (int d = 0; d < 6; d++) {
    if (d == 5) continue;
    at *= 2;
  }
  if (t == 0) out[blockIdx.x * at] = 1;
  if (t == 32) out[blockIdx.x * 64] = 1;
}
