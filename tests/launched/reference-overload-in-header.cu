#include "prep.h"
void prep(long n) { }
__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
int main() { int *a; int n = 32; prep(n); k<<<1, n>>>(a); }
