__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
#include "ccn.h"
const int N = 32;
namespace y { void f(int *a) { k<<<1, N>>>(a); } }
