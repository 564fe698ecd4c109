// verified: some lanes of a warp add up their numbers, and the mask names those that do
// options: --block 64 --grid *

__global__ void sum(const int *in, int *out, int n) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  unsigned there = __ballot_sync(0xffffffffu, t % 32 < 8);
  int x = in[i];
  if (t % 32 < 8) {
    for (int d = 4; d > 0; d /= 2) x += __shfl_down_sync(there, x, d);
  }
  __syncthreads();
  if (t % 32 == 0) out[i / 32] = x;
}
