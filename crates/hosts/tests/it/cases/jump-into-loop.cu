// A jump may lead into a loop or a `switch` from where less is known.
#include <cuda_runtime.h>
__global__ void add(float *o, const float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n - 1) o[i] = x[i + 1]; }
#define ONE float *a, *b, *c; cudaMalloc(&a, 1 << 20); cudaMalloc(&c, 1 << 20)
void loop(int n) { ONE; b = a; if (n) goto in; b = c; while (n < 5) { in: n++; } add<<<4, 101>>>(a, b, 1024); }
void counted(int n) { ONE; b = a; if (n) goto in; b = c; for (; n < 5;) { in: n++; } add<<<4, 102>>>(a, b, 1024); }
void last(int n) { ONE; b = a; if (n) goto in; b = c; do { in: n++; } while (n < 5); add<<<4, 103>>>(a, b, 1024); }
void chosen(int n) { ONE; b = a; if (n) goto in; b = c; switch (n) { case 1: in: n++; } add<<<4, 104>>>(a, b, 1024); }
void device(int n) { ONE; b = a; switch (n) { case 0: b = c; while (n < 5) { case 1: n++; } add<<<4, 105>>>(a, b, 1024); } }
void plain(int n) { ONE; b = a; if (n) goto out; b = c; while (n < 5) { n++; } add<<<4, 106>>>(a, b, 1024); out:; }
//@ disjoint(o, x)
//= 5 elsewhere: add<<<4, 101>>>(o = ?, x = ?, n = 1024) | unchecked: `a` is not followed here
//= 6 elsewhere: add<<<4, 102>>>(o = ?, x = ?, n = 1024) | unchecked: `a` is not followed here
//= 7 elsewhere: add<<<4, 103>>>(o = ?, x = ?, n = 1024) | unchecked: `a` is not followed here
//= 8 elsewhere: add<<<4, 104>>>(o = ?, x = ?, n = 1024) | unchecked: `a` is not followed here
//= 9 elsewhere: add<<<4, 105>>>(o = [1048576]@9, x = ?, n = 1024) | unchecked: its value depends on a branch
//= 10 elsewhere: add<<<4, 106>>>(o = [1048576]@10, x = [1048576]@10, n = 1024) | meets
