// wrong:Race --blockDim=[64] --gridDim=[1]
// Some thread of each launch does: which one depends on `n`.
__global__ void k(int *out, int n) {
  int tid = threadIdx.x;
  int q = 7 / ((n & 63) - tid);
  out[tid == (n & 63) || tid == (n & 63) + 1 ? 0 : tid + (q & 0) + 64] = 1;
}
