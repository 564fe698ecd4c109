//args: --blockDim=32 --gridDim=1 --warp-sync=32 --equality-abstraction
//expect: pass
__global__ void k(int *q) { __shared__ volatile int A[64]; int t = threadIdx.x; A[t + 32] = t; A[t] = 0; A[t + 32] += A[t + 31]; A[t + 32] += A[t + 30]; A[t + 32] += A[t + 28]; q[t] = A[t + 32]; }
