// unknown --blockDim=64 --gridDim=4
#include <cuda/pipeline>
__global__ void k(const float *a, float *b) {
  __shared__ float s[64];
  auto p = cuda::make_pipeline();
  p.producer_acquire();
  cuda::memcpy_async(&s[threadIdx.x], &a[threadIdx.x], sizeof(float), p);
  p.producer_commit();
  p.consumer_wait();
  b[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
  p.consumer_release();
}
