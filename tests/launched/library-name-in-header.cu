#include "w2.h"
__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
int main(int c) { int *a; int n = 32; 
cudaQueryThreads(n);
k<<<1, n>>>(a); }
