// verified: blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1
// The rank of a thread is one over all dimensions, and the kernel asks about no other than the first.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void sum(float *out, const float *in, int n) {
  __shared__ float s[256];
  cg::thread_block block = cg::this_thread_block();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[block.thread_rank()] = i < n ? in[i] : 0;
  block.sync();
  for (int half = block.size() / 2; half > 0; half /= 2) {
    if (block.thread_rank() < half) s[block.thread_rank()] += s[block.thread_rank() + half];
    block.sync();
  }
  if (block.thread_rank() == 0) out[blockIdx.x] = s[0];
}
