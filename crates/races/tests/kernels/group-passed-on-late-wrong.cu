// wrong:Divergence --blockDim=[64] --gridDim=[*]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ float sum(const float *p, float *s, int n, cg::thread_block block) {
  float a = 0;
  for (int t = 0; t < n; t++) {
    s[threadIdx.x] = p[t * blockDim.x + threadIdx.x];
    cg::sync(block);
    a += s[0];
    cg::sync(block);
  }
  return a;
}
__global__ void k(float *o, const float *p, unsigned n, int m) {
  __shared__ float s[64];
  auto block = cg::this_thread_block();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  o[i] = sum(p, s, m, block);
}
