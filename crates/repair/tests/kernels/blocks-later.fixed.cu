#include <cooperative_groups.h>

__global__ void k(int *a, int *b) {
    __shared__ int s[64];
    int t = threadIdx.x;
    int i = t + 64 * blockIdx.x;
    s[t] = t;
    __syncthreads();
    int x = s[63 - t];
    a[i] = x;
    cooperative_groups::this_grid().sync();
    b[i] = a[127 - i];
}
