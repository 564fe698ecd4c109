//args: --blockDim=64 --gridDim=1
//expect: NOT_ALL_VERIFIED
__constant__ int A[4];
__global__ void k(int *p) { p[threadIdx.x * A[0]] = threadIdx.x; }
