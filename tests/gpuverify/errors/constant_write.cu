//args: --blockDim=64 --gridDim=1
//expect: NOT_ALL_VERIFIED
//says: possible attempt to modify constant memory
__constant__ int A[4];
__global__ void k(int *p) { A[threadIdx.x] = 1; }
