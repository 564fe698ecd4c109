// wrong: blockDim.x == 1024 && blockDim.y == 1 && blockDim.z == 1
// Only the first warp fills the table, and no barrier orders that: blocks of 32 are no contract, for no larger block runs
// out of the table.
__global__ void scaled(float *out, const float *in) {
  __shared__ float table[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 32) table[threadIdx.x] = in[threadIdx.x];
  out[i] = in[i] * table[threadIdx.x & 31];
}
