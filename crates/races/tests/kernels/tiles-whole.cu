// verified --blockDim=64 --gridDim=1
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k() {
  auto w = cg::tiled_partition<16>(cg::this_thread_block());
  if (threadIdx.x < 48) w.sync();
  auto v = cg::tiled_partition<64>(cg::this_thread_block());
  v.sync();
}
