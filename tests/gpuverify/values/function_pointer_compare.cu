//args: --blockDim=64 --gridDim=1
//expect: pass
typedef int (*F)(int);
__device__ int a(int x) { return x; }
__device__ int b(int x) { return x + 1; }
__global__ void k(int *p) { F f = a; __assert(f == a); __assert(f != b); p[f(threadIdx.x)] = 1; }
