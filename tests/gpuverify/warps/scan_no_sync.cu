//args: --blockDim=128 --gridDim=1
//expect: NOT_ALL_VERIFIED
__global__ void k(int *q) { __shared__ volatile int A[128]; int t = threadIdx.x, l = t & 31; A[t] = t; if (l >= 1) A[t] += A[t - 1]; q[t] = A[t]; }
