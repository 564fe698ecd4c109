//args: --blockDim=64 --gridDim=1
//expect: pass
typedef int (*F)(int);
__device__ int a(int x) { return x; }
__device__ int b(int x) { return x + 64; }
__global__ void k(int *p) { F f[2]; f[0] = a; f[1] = b; p[f[1](threadIdx.x)] = threadIdx.x; }
