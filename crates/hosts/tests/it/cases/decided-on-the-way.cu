// Names that a build may give decide what is compiled on the way to a launch, in any function that is executed.
#include <cuda_runtime.h>
__global__ void add(float *o, const float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n - 1) o[i] = x[i + 1]; }
#define TWO float *a, *b; cudaMalloc(&a, 1 << 20); cudaMalloc(&b, 1 << 20)
static void go(float *a, float *b) { add<<<4, 101>>>(a, b, 1024); }
void caller() {
  TWO;
#ifdef IN_CALLER
  go(a, a);
#else
  go(a, b);
#endif
}
static float *pick(float *a, float *b) {
#ifdef IN_CALLEE
  return a;
#else
  return b;
#endif
}
void calls() { TWO; add<<<4, 102>>>(a, pick(a, b), 1024); }
#ifndef SOURCE
#define SOURCE b
#endif
void by_default() { TWO; add<<<4, 103>>>(a, SOURCE, 1024); }
#if !defined(SIZE)
#define SIZE 0
#endif
#if SIZE
static float *other(float *a, float *b) { return a; }
#else
static float *other(float *a, float *b) { return b; }
#endif
void by_condition() { TWO; add<<<4, 104>>>(a, other(a, b), 1024); }
void apart() { TWO; add<<<4, 105>>>(a, b, 1024); }
//@ disjoint(o, x)
//= 5 elsewhere via 11: add<<<4, 101>>>(o = [1048576]@7, x = [1048576]@7, n = 1024) | meets | decided by IN_CALLER
//= 5 elsewhere: add<<<4, 101>>>(o = a, x = b, n = 1024) | if disjoint(o, x) | decided by IN_CALLER
//= 21 elsewhere: add<<<4, 102>>>(o = [1048576]@21, x = [1048576]@21, n = 1024) | meets | decided by IN_CALLEE
//= 25 elsewhere: add<<<4, 103>>>(o = [1048576]@25, x = [1048576]@25, n = 1024) | meets | decided by SOURCE
//= 34 elsewhere: add<<<4, 104>>>(o = [1048576]@34, x = [1048576]@34, n = 1024) | meets | decided by SIZE
//= 35 elsewhere: add<<<4, 105>>>(o = [1048576]@35, x = [1048576]@35, n = 1024) | meets
