#include <cooperative_groups.h>

__global__ void k(int *a) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = a[i + 1];
    cooperative_groups::this_grid().sync();
    a[i] = t;
}
