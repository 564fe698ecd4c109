//args: --blockDim=32 --gridDim=1 --warp-sync=32
//expect: pass
__global__ void k(int *q) { __shared__ volatile int A[32]; int t = threadIdx.x; if (t < 16) A[t] = t; else A[t] = 2 * t; q[t] = A[31 - t]; }
