// wrong:Race --blockDim=64 --gridDim=4
// A barrier ends no copy.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void k(const float *a, float *b) {
  __shared__ float s[64];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, a, sizeof(float) * 64);
  block.sync();
  b[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}
