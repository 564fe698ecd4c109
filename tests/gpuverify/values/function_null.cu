//args: --blockDim=64 --gridDim=1
//expect: NOT_ALL_VERIFIED
//says: possible null pointer access
typedef int (*F)(int);
__device__ int a(int x) { return x; }
__global__ void k(int *p, int n) { F f = 0; if (n) f = a; p[threadIdx.x] = f(threadIdx.x); }
