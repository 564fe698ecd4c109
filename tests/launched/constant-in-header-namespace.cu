#include "b.h"
const int n = 32;
__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
namespace B { void go(int *a) { k<<<1, n>>>(a); } }
