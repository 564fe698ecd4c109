// wrong:Race --blockDim=64 --gridDim=2
// The grid's `group_dim` is an older name of `dim_blocks`, the number of its blocks.
#include <cooperative_groups.h>
__global__ void k(int *a) {
  cooperative_groups::grid_group g = cooperative_groups::this_grid();
  a[blockIdx.x * g.group_dim().x + threadIdx.x] = 1;
}
