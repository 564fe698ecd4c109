// not understood
#include "types.h"
typedef missing_t base_t;
template<class T=base_t> __device__ void f(int*a, unsigned j){ T i=j; a[i]=threadIdx.x; }
__global__ void k(int*a){ f(a,blockIdx.x*64+threadIdx.x); }
