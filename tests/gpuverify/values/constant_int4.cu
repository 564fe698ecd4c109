//args: --blockDim=64 --gridDim=1
//expect: pass
__constant__ const int4 A[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
__global__ void k(int *p) { __assert(A[1].y == 6); p[threadIdx.x] = 1; }
