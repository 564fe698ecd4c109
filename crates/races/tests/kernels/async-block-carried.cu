// unknown:AsyncCopy --blockDim=64 --gridDim=4
// The copy of the next iteration is begun before this one's values are read.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void k(const float *a, float *b, int n) {
  __shared__ float s[2][64];
  auto block = cg::this_thread_block();
  float sum = 0;
  cg::memcpy_async(block, s[0], a, sizeof(float) * 64);
  for (int t = 0; t < n; ++t) {
    cg::wait(block);
    cg::memcpy_async(block, s[(t + 1) & 1], a + 64 * t, sizeof(float) * 64);
    sum += s[t & 1][threadIdx.x];
    block.sync();
  }
  b[blockIdx.x * 64 + threadIdx.x] = sum;
}
