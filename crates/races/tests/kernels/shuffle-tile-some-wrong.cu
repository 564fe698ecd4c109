// wrong:Divergence --blockDim=64 --gridDim=1
// Half of a tile does not come.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int *a) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int t = threadIdx.x;
  if (t % 8 < 4) a[t] = tile.shfl(t, 0);
}
