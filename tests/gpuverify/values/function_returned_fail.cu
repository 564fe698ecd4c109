//args: --blockDim=64 --gridDim=1
//expect: NOT_ALL_VERIFIED
typedef int (*F)(int);
__device__ int a(int x) { return x; }
__device__ int b(int x) { return 0; }
__device__ F pick(int x) { if (x < 32) return a; return b; }
__global__ void k(int *p) { p[pick(threadIdx.x)(threadIdx.x)] = threadIdx.x; }
