// wrong:Race --blockDim=64 --gridDim=*
// The loop's variable is an `int`, so the product has 32 bits and wraps round.
#include <ATen/cuda/CUDAContext.h>
__global__ void k(int *a, int n) { CUDA_KERNEL_LOOP(i, n) a[i * 65536u] = threadIdx.x; }
