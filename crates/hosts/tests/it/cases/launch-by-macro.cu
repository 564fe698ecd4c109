// A launch that a macro makes where nothing is compiled, or nothing is read.
#include <cuda_runtime.h>
__global__ void add(float *o, const float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n - 1) o[i] = x[i + 1]; }
#define GO(k, x, y) k##d<<<4, 256>>>(x, y, 1024)
#define ADD(x, y) add<<<4, 101>>>(x, y, 1024)
#define TWICE(x, y) ADD(x, y)
int main() {
  float *a, *b;
  cudaMalloc(&a, 1 << 20);
  cudaMalloc(&b, 1 << 20);
#ifdef INPLACE
  GO(ad, a, a);
#endif
  ADD(a, b);
  TWICE(a, b);
}
void included(float *a) {
#ifdef INCLUDED
#include "body.inc"
#endif
}
template <class T> void never(T *a) { GO(ad, a, a); }
TEST(Foo, Bar) { ADD(ga, ga); TWICE(ga, ga); }
//@ disjoint(o, x)
//= 14 main: add<<<4, 101>>>(o = [1048576]@9, x = [1048576]@10, n = 1024) | meets | decided by INPLACE
//= 15 main: add<<<4, 101>>>(o = [1048576]@9, x = [1048576]@10, n = 1024) | meets | decided by INPLACE
//= 4 unread <<<: this launch is not in clang's tree, or is not reached
//= 12 unread <<<: this launch is not in clang's tree, or is not reached
//= 19 unread <<<: the function around it is not understood: a part of it is in another file
//= 22 unread <<<: this launch is not in clang's tree, or is not reached
//= 23 unread add: clang does not understand this: unknown type name 'Foo'
//= 23 unread add: clang does not understand this: unknown type name 'Foo'
