// unknown:Exchange --blockDim=[64] --gridDim=[2]
// The group was formed by all lanes of the warp, and five come.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(const int *in, int *out) {
  int t = threadIdx.x, x = in[t];
  auto g = cg::coalesced_threads();
  if (t < 5) x += g.shfl(x, 0);
  out[blockIdx.x * 64 + t] = x;
}
