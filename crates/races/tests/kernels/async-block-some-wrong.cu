// wrong:Divergence --blockDim=64 --gridDim=4
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void k(const float *a) {
  __shared__ float s[64];
  auto block = cg::this_thread_block();
  if (threadIdx.x < 32) cg::memcpy_async(block, s, a, sizeof(float) * 64);
  cg::wait(block);
}
