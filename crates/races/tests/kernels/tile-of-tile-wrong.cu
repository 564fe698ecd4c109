// wrong:Race --blockDim=128 --gridDim=1
// The tiles of 32 in each tile of 64 have the ranks 0 and 1.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int *o) {
  auto half = cg::tiled_partition<64>(cg::this_thread_block());
  auto tile = cg::tiled_partition<32>(half);
  o[tile.meta_group_rank() * 32 + tile.thread_rank()] = threadIdx.x;
}
