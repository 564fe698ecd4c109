// verified: shuffles pass values from thread to thread without memory
// options: --block 64 --grid *

__global__ void sum(const float *in, float *out) {
  float v = in[blockIdx.x * 64 + threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
  __shared__ float part[2];
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = part[0] + part[1];
}
