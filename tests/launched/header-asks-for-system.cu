#include "ccfg.h"
__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
int main() { int *a; k<<<1, N>>>(a); }
