// All arguments of a launch by a function are executed before the list of addresses is read.
#include <cuda_runtime.h>
__global__ void add(float *o, const float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n - 1) o[i] = x[i + 1]; }
#define TWO float *a, *b; int n = 1024; cudaMalloc(&a, 1 << 20); cudaMalloc(&b, 1 << 20); void *l[] = {&a, &b, &n}
void stream() { TWO; cudaLaunchKernel(add, 4, 101, l, 0, (b = a, (cudaStream_t)0)); }
void bytes() { TWO; cudaLaunchKernel(add, 4, 102, l, (b = a, 0), 0); }
void grid() { TWO; cudaLaunchKernel(add, (b = a, 4), 103, l, 0, 0); }
void plain() { TWO; cudaLaunchKernel((void *)add, 4, 104, l, 0, 0); }
//@ disjoint(o, x)
//= 5 elsewhere: add<<<4, 101>>>(o = [1048576]@5, x = [1048576]@5, n = 1024) | violates: disjoint(o, x)
//= 6 elsewhere: add<<<4, 102>>>(o = [1048576]@6, x = [1048576]@6, n = 1024) | violates: disjoint(o, x)
//= 7 elsewhere: add<<<4, 103>>>(o = [1048576]@7, x = [1048576]@7, n = 1024) | violates: disjoint(o, x)
//= 8 elsewhere: add<<<4, 104>>>(o = [1048576]@8, x = [1048576]@8, n = 1024) | meets
