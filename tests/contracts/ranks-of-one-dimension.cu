// verified: blockDim.y == 1 && blockDim.z == 1
// No extent names the block: two threads that differ in `y` alone have one element.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void shift(float *out, const float *in) {
  extern __shared__ float s[];
  cg::thread_block block = cg::this_thread_block();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[block.thread_rank()] = in[i];
  block.sync();
  out[i] = s[block.size() - 1 - block.thread_rank()];
}
