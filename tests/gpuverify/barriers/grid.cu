//args: --blockDim=64 --gridDim=2
//expect: pass
#include <cooperative_groups.h>
__global__ void k(int *p) { p[blockIdx.x * 64 + threadIdx.x] = threadIdx.x; cooperative_groups::this_grid().sync(); int x = p[127 - (blockIdx.x * 64 + threadIdx.x)]; }
