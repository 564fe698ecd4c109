//args: --blockDim=128 --gridDim=1 --warp-sync=32
//expect: pass
__global__ void k(int *q) { __shared__ volatile int A[128]; int t = threadIdx.x, l = t & 31; A[t] = t; if (l >= 1) A[t] += A[t - 1]; if (l >= 2) A[t] += A[t - 2]; if (l >= 4) A[t] += A[t - 4]; q[t] = A[t]; }
