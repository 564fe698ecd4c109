// verified: all threads of a block decide alike, so a barrier may follow
// options: --block 64 --grid *

__global__ void scale(int blocks, float *x) {
  __shared__ float s[64];
  if (blockIdx.x >= blocks) return;
  s[threadIdx.x] = x[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  x[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
