#ifndef __SIZEOF_POINTER__
#define __SIZEOF_POINTER__ 4
#endif
__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
int main() { int *a; k<<<1, 8 * __SIZEOF_POINTER__>>>(a); }
