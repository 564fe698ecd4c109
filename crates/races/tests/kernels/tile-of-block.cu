// verified --blockDim=128 --gridDim=1
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int *o) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  o[tile.meta_group_rank() * 32 + tile.thread_rank()] = threadIdx.x;
}
