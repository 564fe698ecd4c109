// A branch is skipped for a condition that is known only if no jump leads into it.
#include <cuda_runtime.h>
__global__ void add(float *o, const float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n - 1) o[i] = x[i + 1]; }
#define TWO float *a, *b; cudaMalloc(&a, 1 << 20); cudaMalloc(&b, 1 << 20)
void jump(int c) { TWO; if (c > 1) goto in; if (0) { in: b = a; } add<<<4, 101>>>(a, b, 1024); }
void other(int c) { TWO; if (c > 1) goto in; if (1) { c = 2; } else { in: b = a; } add<<<4, 102>>>(a, b, 1024); }
void label(int c) { TWO; switch (c) { case 1: break; if (0) { case 2: b = a; } } add<<<4, 103>>>(a, b, 1024); }
void skipped() { TWO; if (0) { b = a; } add<<<4, 104>>>(a, b, 1024); }
//@ disjoint(o, x)
//= 5 elsewhere: add<<<4, 101>>>(o = ?, x = ?, n = 1024) | unchecked: its value depends on a branch
//= 6 elsewhere: add<<<4, 102>>>(o = ?, x = ?, n = 1024) | unchecked: its value depends on a branch
//= 7 elsewhere: add<<<4, 103>>>(o = [1048576]@7, x = ?, n = 1024) | unchecked: it is changed in a `switch`
//= 8 elsewhere: add<<<4, 104>>>(o = [1048576]@8, x = [1048576]@8, n = 1024) | meets
