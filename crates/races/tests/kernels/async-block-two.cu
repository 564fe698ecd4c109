// verified --blockDim=64 --gridDim=4
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void k(const float *a, float *b, int c) {
  __shared__ float s[64], t[64];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, a, sizeof(float) * 64);
  if (c) cg::memcpy_async(block, t, a + 64, sizeof(float) * 64);
  cg::wait(block);
  b[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x] + t[63 - threadIdx.x];
}
