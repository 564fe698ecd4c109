// not understood
#include "types.h"
template<class T> struct Tr { typedef int type; };
template<> struct Tr<missing_t> { typedef char type; };
template<class T> __global__ void k(int*a){ typename T::type i=blockIdx.x*64+threadIdx.x; a[i] = threadIdx.x; }
typedef Tr<int> X;
void go(int*a){ k<X><<<8,64>>>(a); }
