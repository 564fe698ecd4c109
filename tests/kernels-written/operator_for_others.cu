#include "not_here.h"
struct Pair { int a, b; };
__device__ Pair operator+(Pair x, int y) { x.a += y; return x; }
// An operator that may be meant is not understood.
__device__ Pair operator+(Pair x, Unknown y);
__global__ void added(Pair *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = a[i] + 1;
}
