// verified --blockDim=1024 --gridDim=[65536,65536]
#include <cooperative_groups.h>
__global__ void k(int *out) {
  auto grid = cooperative_groups::this_grid();
  if (grid.thread_rank() > 1ull << 42) out[0] = threadIdx.x;
}
