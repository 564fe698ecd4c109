//args: --blockDim=64 --gridDim=1
//expect: BUGLE_ERROR
__device__ int f(int x) { return x ? f(x - 1) : 0; }
__global__ void k(int *p) { p[threadIdx.x] = f(3); }
