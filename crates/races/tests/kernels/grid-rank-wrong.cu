// wrong:Race --blockDim=1024 --gridDim=[65536,65536]
// CUDA counts the threads of a grid in 64 bits: of 2^42 threads all but the first 2^32 write.
#include <cooperative_groups.h>
__global__ void k(int *out) {
  auto grid = cooperative_groups::this_grid();
  if (grid.thread_rank() > 0xffffffffull) out[0] = threadIdx.x;
}
