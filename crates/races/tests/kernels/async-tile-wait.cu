// unknown --blockDim=64 --gridDim=1
// A tile that waits has not waited for what the other threads of the block copy.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void k(const int *a, int *b) {
  __shared__ int s[64];
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  cg::memcpy_async(block, s, a, 256);
  cg::wait(tile);
  b[threadIdx.x] = s[63 - threadIdx.x];
  cg::wait(block);
}
