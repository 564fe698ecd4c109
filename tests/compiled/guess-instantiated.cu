// not understood
#include "types.h"
typedef missing_t base_t;
template<class T> __global__ void k(int*a){ T i=blockIdx.x*64+threadIdx.x; a[i]=threadIdx.x; }
template __global__ void k<base_t>(int*);
