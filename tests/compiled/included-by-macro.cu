// lists FAST
#ifdef FAST
#define CFG "fast.h"
#else
#define CFG "slow.h"
#endif
#include CFG
__global__ void k(int*a){ a[idx()]=1; }
