// wrong:Race --blockDim=64 --gridDim=1
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
// The type does not say it, but the tiles of 16 are parts of those of 32: there are two of number 0.
__global__ void k(int *o) {
  auto block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  cg::thread_block_tile<16> half = cg::tiled_partition<16>(warp);
  if (half.thread_rank() == 0) o[half.meta_group_rank()] = threadIdx.x;
}
