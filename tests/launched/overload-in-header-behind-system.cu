__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
#include "ccm.h"
template <class T> T up(T n) { return n / 4; }
namespace y { void f(int *a) { k<<<1, up(128)>>>(a); } }
