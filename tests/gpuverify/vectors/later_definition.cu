//args: --blockDim=64 --gridDim=1
//expect: pass
__device__ int f(int x);
__global__ void k(int *p) { p[f(threadIdx.x)] = 1; }
__device__ int f(int x) { return x + 1; }
