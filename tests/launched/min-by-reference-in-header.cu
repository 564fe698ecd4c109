#include "w.h"
__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
int main(int c) { int *a; int n = 32, m = 1; 
int4 q = make_int4(n, 1, 1, 1);
min(n, m) = 64;
k<<<1, n>>>(a); }
