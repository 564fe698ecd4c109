// wrong:Race --blockDim=64 --gridDim=4
// The next copy may begin while a slower thread still reads.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void k(const float *a, float *b, int n) {
  __shared__ float s[64];
  auto block = cg::this_thread_block();
  float sum = 0;
  for (int t = 0; t < n; ++t) {
    cg::memcpy_async(block, s, a + 64 * t, sizeof(float) * 64);
    cg::wait(block);
    for (int i = 0; i < 64; ++i) sum += s[i];
  }
  b[blockIdx.x * 64 + threadIdx.x] = sum;
}
