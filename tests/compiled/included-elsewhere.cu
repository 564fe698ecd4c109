// lists FOO
#define N 1
#ifdef FOO
#include "custom.h"
#endif
__global__ void k(int *p) { p[threadIdx.x * N] = threadIdx.x; }
