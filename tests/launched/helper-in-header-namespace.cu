#include "b.h"
int threads(int x) { return 32; }
__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
namespace B { void go(int *a) { k<<<1, threads(1)>>>(a); } }
