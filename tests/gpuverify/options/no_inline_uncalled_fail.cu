//args: --blockDim=64 --gridDim=1 --no-inline
//expect: NOT_ALL_VERIFIED
//says: this assertion might not hold
__device__ int f(int x) { __assert(x == 1); return x; }
__global__ void k(int *p) { p[threadIdx.x] = 1; }
