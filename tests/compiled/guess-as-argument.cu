// not understood
#include "types.h"
typedef missing_t base_t;
template<class T> __global__ void k(int*a){ T i=blockIdx.x*64+threadIdx.x; a[i]=threadIdx.x; }
void go(int*a){ k<base_t><<<8,64>>>(a); }
