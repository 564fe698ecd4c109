// wrong K302: the mask names all lanes of the warp, and most of them are at the barrier
// options: --block 64 --grid *

__global__ void sum(const int *in, int *out, int n) {
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int x = in[i];
  if (t % 32 < 8) {
    for (int d = 4; d > 0; d /= 2) x += __shfl_down_sync(0xffffffffu, x, d);
  }
  __syncthreads();
  if (t % 32 == 0) out[i / 32] = x;
}
