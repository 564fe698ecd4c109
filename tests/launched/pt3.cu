#include <pt.h>
__global__ void k(int *a, int n) { if (n > 4) a[0] = threadIdx.x; }
int f(int *a, int n) { PT_BEGIN(0); if (n > 4) return 0; PT_YIELD(0); k<<<1,64>>>(a, n); PT_END(0); }
