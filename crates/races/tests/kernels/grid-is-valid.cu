// wrong:Race --blockDim=64 --gridDim=2
// A launch k<<<2, 64>>> makes no grid that can be waited for.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int *p) { auto g = cg::this_grid(); if (!g.is_valid()) p[0] = threadIdx.x; }
