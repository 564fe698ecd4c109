__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
#include "cca.h"
void f(int *a) { k<<<1, 32>>>(a); }
