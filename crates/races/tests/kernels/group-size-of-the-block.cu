// verified --blockDim=64 --gridDim=2
#include <cooperative_groups.h>
__global__ void k(int *a) {
  cooperative_groups::thread_block g = cooperative_groups::this_thread_block();
  a[blockIdx.x * g.group_dim().x + threadIdx.x] = 1;
}
