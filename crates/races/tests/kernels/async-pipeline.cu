// verified --blockDim=64 --gridDim=4
#include <cuda_pipeline.h>
__global__ void k(const float *a, float *b) {
  __shared__ float s[64];
  __pipeline_memcpy_async(&s[threadIdx.x], &a[threadIdx.x], sizeof(float));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  b[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}
