// unknown --blockDim=[64] --gridDim=[2]
// Some leave the loop before others, in each launch.
__global__ void k(const int *in, int *out) {
  int t = threadIdx.x, i = blockIdx.x * 64 + t, x = in[i];
  for (int d = 0; d < t % 4; d++) x += __shfl_down_sync(0xffffffffu, x, d);
  out[i] = x;
}
