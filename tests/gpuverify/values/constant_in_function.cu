//args: --blockDim=64 --gridDim=1
//expect: pass
__device__ int f(int i) { __constant__ static const int T[2] = {1, 2}; return T[i]; }
__global__ void k(int *p) { p[threadIdx.x * f(0)] = threadIdx.x; }
