// verified --blockDim=64 --gridDim=*
#include <ATen/cuda/CUDAContext.h>
__global__ void k(const int n, const float *in, float *out) {
  CUDA_KERNEL_LOOP(index, n) {
    if (index % 3 == 0) continue;
    out[index] = in[index];
  }
}
