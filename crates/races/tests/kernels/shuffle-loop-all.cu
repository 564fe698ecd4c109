// verified:assumptions:~[NoAliasing,~Addresses,~Lengths(["in",~"out"])],~inlined --blockDim=[64] --gridDim=[2]
// All threads of a warp make all iterations.
__global__ void k(const int *in, int *out) {
  int t = threadIdx.x, i = blockIdx.x * 64 + t, x = in[i];
  if (t < 32) {
    for (int d = 16; d > 0; d /= 2) x += __shfl_down_sync(0xffffffffu, x, d);
  }
  out[i] = x;
}
