// wrong K301: the tile is read while others still fill it
// options: --block 16,16 --grid 4,4

#define T 16
__global__ void transpose(const float *in, float *out) {
  __shared__ float tile[T][T + 1];
  unsigned x = blockIdx.x * T + threadIdx.x;
  unsigned y = blockIdx.y * T + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * 64 + x];
  unsigned u = blockIdx.y * T + threadIdx.x;
  unsigned v = blockIdx.x * T + threadIdx.y;
  out[v * 64 + u] = tile[threadIdx.x][threadIdx.y];
}
