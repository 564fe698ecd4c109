//args: --blockDim=64 --gridDim=1
//expect: pass
__constant__ const int A[4] = {1, 2, 3};
__global__ void k(int *p) { p[threadIdx.x * A[0]] = threadIdx.x; __assert(A[3] == 0); }
