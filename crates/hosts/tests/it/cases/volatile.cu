// A volatile variable has any value each time, however it is read.
#include <cuda_runtime.h>
__global__ void add(float *o, const float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n - 1) o[i] = x[i + 1]; }
#define TWO float *a, *b; cudaMalloc(&a, 1 << 20); cudaMalloc(&b, 1 << 20)
struct S { int n; };
void flag() { TWO; volatile int stop; stop = 0; cudaDeviceSynchronize(); if (stop) b = a; add<<<4, 101>>>(a, b, 1024); }
void pointer() { TWO; float *volatile g = b; while (g != a); add<<<4, 102>>>(a, g, 1024); }
void size() { TWO; volatile int n = 256; add<<<4, n>>>(a, b, 1024); }
void member() { TWO; volatile S s = {256}; add<<<4, s.n>>>(a, b, 1024); }
void conversion() { TWO; volatile int n = 256; long m = n; add<<<4, m>>>(a, b, 1024); }
void through() { TWO; volatile int n = 256; int *p = (int *)&n; add<<<4, *p>>>(a, b, 1024); }
void reference() { TWO; volatile int n = 256; const volatile int &r = n; add<<<4, r>>>(a, b, 1024); }
void counted() { TWO; volatile int n = 255; int m = ++n; add<<<4, m>>>(a, b, 1024); }
void list() { TWO; volatile int n = 1024; void *l[] = {&a, &b, (void *)&n}; cudaLaunchKernel(add, 4, 103, l, 0, 0); }
void plain() { TWO; int n = 256; add<<<4, n>>>(a, b, 1024); }
//@ disjoint(o, x)
//@ blockDim.x == 256 || blockDim.x < 200
//@ n == 1024
//= 6 elsewhere: add<<<4, 101>>>(o = [1048576]@6, x = ?, n = 1024) | unchecked: its value depends on a branch, meets, meets
//= 7 elsewhere: add<<<4, 102>>>(o = [1048576]@7, x = ?, n = 1024) | unchecked: it is volatile, meets, meets
//= 8 elsewhere: add<<<4, uint32(?)>>>(o = [1048576]@8, x = [1048576]@8, n = 1024) | meets, unchecked: it is volatile, meets
//= 9 elsewhere: add<<<4, uint32(?)>>>(o = [1048576]@9, x = [1048576]@9, n = 1024) | meets, unchecked: it is volatile, meets
//= 10 elsewhere: add<<<4, uint32(?)>>>(o = [1048576]@10, x = [1048576]@10, n = 1024) | meets, unchecked: it is volatile, meets
//= 11 elsewhere: add<<<4, uint32(?)>>>(o = [1048576]@11, x = [1048576]@11, n = 1024) | meets, unchecked: it is volatile, meets
//= 12 elsewhere: add<<<4, uint32(?)>>>(o = [1048576]@12, x = [1048576]@12, n = 1024) | meets, unchecked: it is volatile, meets
//= 13 elsewhere: add<<<4, uint32(?)>>>(o = [1048576]@13, x = [1048576]@13, n = 1024) | meets, unchecked: it is volatile, meets
//= 14 elsewhere: add<<<4, 103>>>(o = [1048576]@14, x = [1048576]@14, n = ?) | meets, meets, unchecked: it is volatile
//= 15 elsewhere: add<<<4, 256>>>(o = [1048576]@15, x = [1048576]@15, n = 1024) | meets, meets, meets
