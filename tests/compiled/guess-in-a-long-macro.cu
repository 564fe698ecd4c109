// not understood
#include "types.h"
typedef missing_t idx_t;
#define STORE(p) \
  { idx_t i = blockIdx.x*64+threadIdx.x; p[i] = threadIdx.x; }
__global__ void k(int*a){ STORE(a) }
