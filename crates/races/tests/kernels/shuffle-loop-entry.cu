// unknown:Exchange --blockDim=[64] --gridDim=[2]
// In each iteration all are together who are there, but not all who are named enter the loop.
__global__ void k(const int *in, int *out) {
  int t = threadIdx.x, i = blockIdx.x * 64 + t, x = in[i];
  if (t % 32 < 8) {
    for (int d = 4; d > 0; d /= 2) x += __shfl_down_sync(0xffffffffu, x, d);
  }
  out[i] = x;
}
