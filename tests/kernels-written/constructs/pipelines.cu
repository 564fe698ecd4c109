// A pipeline as an object, of one thread.
#include <cuda/pipeline>
// Right: the pipeline of one thread.
__global__ void staged(const float *a, float *b, int n) {
  __shared__ float s[2][256];
  int t = threadIdx.x;
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&s[0][t], &a[t], sizeof(float), pipe);
  pipe.producer_commit();
  for (int i = 0; i < n; i++) {
    pipe.producer_acquire();
    if (i + 1 < n) cuda::memcpy_async(&s[(i + 1) & 1][t], &a[(i + 1) * 256 + t], cuda::aligned_size_t<4>(sizeof(float)), pipe);
    pipe.producer_commit();
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    __syncthreads();
    b[((size_t)blockIdx.x * n + i) * 256 + t] = s[i & 1][255 - t];
    __syncthreads();
    pipe.consumer_release();
  }
}
// Wrong: waits for too few groups.
__global__ void staged_wrong(const float *a, float *b, int n) {
  __shared__ float s[2][256];
  int t = threadIdx.x;
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&s[0][t], &a[t], sizeof(float), pipe);
  pipe.producer_commit();
  for (int i = 0; i < n; i++) {
    pipe.producer_acquire();
    if (i + 1 < n) cuda::memcpy_async(&s[(i + 1) & 1][t], &a[(i + 1) * 256 + t], sizeof(float), pipe);
    pipe.producer_commit();
    cuda::pipeline_consumer_wait_prior<2>(pipe);
    __syncthreads();
    b[((size_t)blockIdx.x * n + i) * 256 + t] = s[i & 1][255 - t];
    __syncthreads();
    pipe.consumer_release();
  }
}
