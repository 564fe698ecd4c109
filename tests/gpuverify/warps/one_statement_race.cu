//args: --blockDim=32 --gridDim=1 --warp-sync=32
//expect: NOT_ALL_VERIFIED
__global__ void k(int *q) { __shared__ volatile int A[64]; int t = threadIdx.x; A[t / 2] = t; q[t] = A[t]; }
