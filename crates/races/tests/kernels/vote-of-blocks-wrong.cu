// wrong:Divergence --blockDim=32 --gridDim=2
// Blocks vote by themselves, and do not meet.
#include <cooperative_groups.h>
__global__ void k(const int *x) {
  if (__syncthreads_or(x[blockIdx.x * 32 + threadIdx.x] > 0)) cooperative_groups::this_grid().sync();
}
