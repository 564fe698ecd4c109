// read: histogram, persistent
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void histogram(const int *in, unsigned int *bins, int n) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  extern __shared__ unsigned int local[];
  for (int i = block.thread_rank(); i < 256; i += block.size()) local[i] = 0;
  block.sync();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&local[in[i] & 255], 1u);
  cg::sync(block);
  unsigned sum = warp.shfl_xor(local[warp.thread_rank()], 1);
  sum = cg::reduce(warp, sum, cg::plus<unsigned>());
  if (warp.thread_rank() == 0) atomicAdd(bins, sum);
}

__global__ void persistent(float *x, int n, int steps) {
  auto grid = cg::this_grid();
  for (int s = 0; s < steps; s++) {
    for (auto i = grid.thread_rank(); i < n; i += grid.size()) x[i] += 1.0f;
    grid.sync();
  }
}
