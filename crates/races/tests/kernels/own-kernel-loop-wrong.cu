// wrong:Race --blockDim=64 --gridDim=1
#ifndef CUDA_KERNEL_LOOP
#define CUDA_KERNEL_LOOP(i, n) for (int i = threadIdx.x / 2; i < (n); i += blockDim.x)
#endif
__global__ void k(int *p, int n) { CUDA_KERNEL_LOOP(i, n) p[i] = threadIdx.x; }
