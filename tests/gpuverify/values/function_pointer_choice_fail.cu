//args: --blockDim=64 --gridDim=1
//expect: NOT_ALL_VERIFIED
//says: race on p
typedef int (*F)(int);
__device__ int a(int x) { return x; }
__device__ int b(int x) { return x - 32; }
__global__ void k(int *p) { F f = threadIdx.x < 32 ? a : b; p[f(threadIdx.x)] = threadIdx.x; }
