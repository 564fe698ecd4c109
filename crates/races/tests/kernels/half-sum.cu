// verified --blockDim=64 --gridDim=4
#include <cuda_fp16.h>
__global__ void k(half *a, const half *b) {
  int i = blockIdx.x * 64 + threadIdx.x;
  a[i] = __hadd(a[i], b[i]);
}
