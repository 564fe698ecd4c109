// unknown --blockDim=64 --gridDim=4
#include <cuda/barrier>
#include <cooperative_groups.h>
__global__ void k(const float *a, float *b) {
  __shared__ float s[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(cooperative_groups::this_thread_block(), s, a, sizeof(float) * 64, bar);
  bar.arrive_and_wait();
  b[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}
