// not understood
#include "types.h"
#define CATX(a, b) a##b
typedef CATX(missing, _t) CATX(idx, _t);
__global__ void k(int *p) { CATX(idx, _t) i = blockIdx.x * 64 + threadIdx.x; p[i] = threadIdx.x; }
