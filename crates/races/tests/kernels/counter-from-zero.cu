// verified --blockDim=256 --gridDim=[*]
// The counter begins at zero, and counts each thread of the block once at most.
__global__ void k(const int *in, int *out, int *num) {
  __shared__ int count, kept[256];
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  int v = in[blockIdx.x * 256 + threadIdx.x];
  if (v > 0) kept[atomicAdd(&count, 1)] = v;
  __syncthreads();
  if (threadIdx.x < count) out[blockIdx.x * 256 + threadIdx.x] = kept[threadIdx.x];
  if (threadIdx.x == 0) num[blockIdx.x] = count;
}
