// wrong K305: the tile has no room for the right halo
// options: --block 64 --grid *

#define N 64
__global__ void stencil(const float *in, float *out) {
  __shared__ float tile[N + 1];
  int i = blockIdx.x * N + threadIdx.x;
  tile[threadIdx.x + 1] = in[i + 1];
  if (threadIdx.x == 0) {
    tile[0] = in[i];
    tile[N + 1] = in[i + N + 1];
  }
  __syncthreads();
  out[i] = tile[threadIdx.x];
}
