// unknown:K204 --blockDim=64 --gridDim=4
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void k(const float *a) {
  __shared__ float s[64];
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  cg::memcpy_async(tile, s + 32 * tile.meta_group_rank(), a, sizeof(float) * 32);
  cg::wait(tile);
}
