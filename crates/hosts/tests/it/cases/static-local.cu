// Static locals get their value the first time; what that does is done, or not.
#include <cuda_runtime.h>
__global__ void add(float *o, const float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n - 1) o[i] = x[i + 1]; }
void set(float **p, float *q) { *p = q; }
struct R { R(float *&b, float *a) { b = a; } };
#define TWO float *a, *b; cudaMalloc(&a, 1 << 20); cudaMalloc(&b, 1 << 20)
void comma() { TWO; static int once = (b = a, 0); add<<<4, 101>>>(a, b, 1024); }
void lambda() { TWO; static bool ok = [&] { b = a; return true; }(); add<<<4, 102>>>(a, b, 1024); }
int put(float **p, float *q) { *p = q; return 0; }
void call() { TWO; static int z = put(&b, a); add<<<4, 103>>>(a, b, 1024); }
void object() { TWO; static R r(b, a); add<<<4, 104>>>(a, b, 1024); }
void later() { TWO; static auto g = [&] { b = a; }; g(); add<<<4, 105>>>(a, b, 1024); }
void size() { TWO; int n = 64; static int z = (n = 128); add<<<4, n>>>(a, b, 1024); }
void reference() { TWO; static float *&r = b; r = a; add<<<4, 106>>>(a, b, 1024); }
void of_thread(float *a, float *b) { thread_local float *c = b; add<<<4, 107>>>(a, c, 1024); }
void twice() { TWO; of_thread(b, a); of_thread(a, b); }
void harmless() { TWO; static const int n = 256; static int m = n; add<<<4, n>>>(a, b, 1024); }
//@ disjoint(o, x)
//@ blockDim.x != 128
//= 7 elsewhere: add<<<4, 101>>>(o = [1048576]@7, x = ?, n = 1024) | unchecked: its value depends on a branch, meets
//= 8 elsewhere: add<<<4, 102>>>(o = ?, x = ?, n = 1024) | unchecked: its value depends on a branch, meets
//= 10 elsewhere: add<<<4, 103>>>(o = [1048576]@10, x = ?, n = 1024) | unchecked: its value depends on a branch, meets
//= 11 elsewhere: add<<<4, 104>>>(o = [1048576]@11, x = ?, n = 1024) | unchecked: its value depends on a branch, meets
//= 12 elsewhere: add<<<4, 105>>>(o = ?, x = ?, n = 1024) | unchecked: it depends on `operator()`, which is not followed, meets
//= 13 elsewhere: add<<<4, n>>>(o = [1048576]@13, x = [1048576]@13, n = 1024) | meets, if n != 128
//= 14 elsewhere: add<<<4, 106>>>(o = freed, x = ?, n = 1024) | unchecked: the memory of `o` may have been given back, meets
//= 15 elsewhere: add<<<4, 107>>>(o = a, x = c, n = 1024) | if disjoint(o, x), meets
//= 15 elsewhere via 16: add<<<4, 107>>>(o = [1048576]@16, x = c, n = 1024) | unchecked: where `x` points to comes from outside, meets
//= 15 elsewhere via 16: add<<<4, 107>>>(o = [1048576]@16, x = c, n = 1024) | unchecked: where `x` points to comes from outside, meets
//= 17 elsewhere: add<<<4, 256>>>(o = [1048576]@17, x = [1048576]@17, n = 1024) | meets, meets
