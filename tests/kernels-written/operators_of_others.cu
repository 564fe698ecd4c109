#include "not_here.h"
// Operators of classes that are not declared here, and one of a class that the kernel has nothing to do with.
void Mask::operator()(Letter *seq, int n) const { }
struct By { bool operator()(const Unknown &e) const { return true; } };
__global__ void plain(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += 1;
}
// An operator of the class may be another than clang has.
struct Both {
  int a;
  __device__ int operator()(int x) const { return x; }
  __device__ int operator()(Unknown x) const { return 0; }
};
struct Around { Both both; };
__global__ void with_both(int *a, Around by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[by.both(i)] = 1;
}
