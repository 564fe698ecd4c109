// verified: blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1
// with: --covers sums:gridDim.x
// One thread of each block.
__global__ void sum(const float *in, float *sums) {
  __shared__ float part[256];
  int t = threadIdx.x;
  part[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int s = 128; s > 0; s >>= 1) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = part[0];
}
