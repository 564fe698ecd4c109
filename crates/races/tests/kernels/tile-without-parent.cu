// verified --blockDim=* --gridDim=*
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int *o, int n) {
  auto block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  int row = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
  if (row >= 1000) return;
  if (warp.thread_rank() == 0) o[row] = n;
}
