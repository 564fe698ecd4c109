// Uses of a kernel's name that are no launches, or are not known to be.
#include <cuda_runtime.h>
__global__ void k(int *a) { a[threadIdx.x] = 1; }
template <class T> __global__ void t(T *a) { a[threadIdx.x] = 1; }
#define START(f, ...) f<<<1, 32>>>(__VA_ARGS__)
#define PASTED(f, ...) f##_<<<1, 32>>>(__VA_ARGS__)
void enqueue(void (*f)(int *), int *a);
struct Queue { template <class F> void add(F f, int *a); };
template <void (*F)(int *)> void by_argument(int *a) { F<<<1, 33>>>(a); }
template <class T> void never(T *a) { t<T><<<1, 34>>>(a); }
int main() {
  int *a;
  cudaMalloc(&a, 400);
  START(k, a);
  cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  enqueue(k, a);
  Queue().add(k, a);
  by_argument<k>(a);
  auto f = k;
  f<<<1, 35>>>(a);
  launcher.go(k, a);
  UNKNOWN(k, a);
  t<int><<<1, 36>>>(a);
  return 0;
  k<<<1, 37>>>(a);
}
#ifdef NEVER
void other(int *a) { k<<<1, 38>>>(a); }
#endif
//@ length(a) == 100
//= 9 main via 18: k<<<1, 33>>>(a = freed) | unchecked: the memory of `a` may have been given back | decided by NEVER
//= 9 elsewhere: k<<<1, 33>>>(a = a) | if length(a) == 100 | decided by NEVER
//= 14 main: k<<<1, 32>>>(a = [400]@13) | meets | decided by NEVER
//= 20 main: k<<<1, 35>>>(a = freed) | unchecked: the memory of `a` may have been given back | decided by NEVER
//= 23 main: t<int><<<1, 36>>>(a = ?) | unchecked: clang does not understand this | decided by NEVER
//= 5 unread <<<: this launch is not in clang's tree, or is not reached
//= 6 unread <<<: this launch is not in clang's tree, or is not reached
//= 10 unread t: this use of `t` is not followed
//= 16 unread k: this use of `k` is not followed
//= 17 unread k: this use of `k` is not followed
//= 18 unread k: this use of `k` is not followed
//= 19 unread k: this use of `k` is not followed
//= 21 unread k: clang does not understand this: use of undeclared identifier 'launcher'
//= 22 unread k: clang does not understand this: use of undeclared identifier 'UNKNOWN'
//= 25 unread k: this use of `k` is not followed
//= 28 unread k: this use of `k` is not followed
