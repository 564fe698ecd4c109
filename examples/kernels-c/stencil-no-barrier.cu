// wrong K301: the barrier after the tile is filled is missing
// options: --block 64 --grid *

#define N 64
__global__ void stencil(const float *in, float *out) {
  __shared__ float tile[N + 2];
  int i = blockIdx.x * N + threadIdx.x;
  tile[threadIdx.x + 1] = in[i + 1];
  if (threadIdx.x == 0) {
    tile[0] = in[i];
    tile[N + 1] = in[i + N + 1];
  }
  out[i] = tile[threadIdx.x] + tile[threadIdx.x + 1] + tile[threadIdx.x + 2];
}
