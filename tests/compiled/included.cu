// lists FAST
#ifdef FAST
#include "fast.h"
#else
#include "slow.h"
#endif
__global__ void k(int*a){ a[idx()]=1; }
