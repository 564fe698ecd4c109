// Of two launches in a line, one by a pointer.
#include <cuda_runtime.h>
__global__ void add(float *o, const float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n - 1) o[i] = x[i + 1]; }
__global__ void one(int *a) { a[threadIdx.x] = 1; }
template <class T> __global__ void two(T *a) { a[threadIdx.x] = 1; }
#ifdef NEVER
void go(int *a, void (*f)(int *)) { one<<<1, 32>>>(a); f<<<1, 32>>>(a); two<int><<<1, 32>>>(a); }
#endif
//@ disjoint(o, x)
//= 7 unread one: this use of `one` is not followed
//= 7 unread <<<: this launch is not in clang's tree, or is not reached
//= 7 unread two: this use of `two` is not followed
