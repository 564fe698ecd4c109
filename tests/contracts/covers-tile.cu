// verified: blockDim.x == 16 && blockDim.y == 16 && blockDim.z == 1
// with: --covers out:gridDim.x * gridDim.y * 256
// A block for each tile, without guards.
__global__ void tile(const float *in, float *out) {
  int at = (blockIdx.y * gridDim.x + blockIdx.x) * 256 + threadIdx.y * 16 + threadIdx.x;
  __shared__ float s[16][16];
  s[threadIdx.y][threadIdx.x] = in[at];
  __syncthreads();
  out[at] = s[threadIdx.x][threadIdx.y];
}
