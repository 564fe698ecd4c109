// not understood
#include "types.h"
typedef missing_t n;
__device__ n conv(unsigned n) { return n; }
__global__ void k(int *p) { p[conv(blockIdx.x * 64 + threadIdx.x)] = threadIdx.x; }
