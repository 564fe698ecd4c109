#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;

__global__ void block_copy(const float *__restrict__ in, float *__restrict__ out, int n) {
  __shared__ float tile[1024];
  auto block = cg::this_thread_block();
  for (int base = blockIdx.x * 1024; base < n; base += gridDim.x * 1024) {
    cg::memcpy_async(block, tile, in + base, sizeof(float) * 1024);
    cg::wait(block);
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) out[base + i] = tile[i] * 2.f;
    block.sync();
  }
}

__global__ void thread_copy(const int4 *in, int4 *out) {
  __shared__ int4 buf[128];
  __pipeline_memcpy_async(&buf[threadIdx.x], &in[blockIdx.x * 128 + threadIdx.x], sizeof(int4));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = buf[127 - threadIdx.x];
}

__global__ void double_buffer(const float *in, float *out, int tiles) {
  __shared__ float buf[2][256];
  __pipeline_memcpy_async(&buf[0][threadIdx.x], &in[threadIdx.x], 4);
  __pipeline_commit();
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) __pipeline_memcpy_async(&buf[(t + 1) & 1][threadIdx.x], &in[(t + 1) * 256 + threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    out[t * 256 + threadIdx.x] = buf[t & 1][255 - threadIdx.x];
    __syncthreads();
  }
}

__global__ void barrier_object(float *data) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&bar, block.size());
  block.sync();
  data[threadIdx.x] = 1.f;
  bar.arrive_and_wait();
  data[blockDim.x - threadIdx.x - 1] += 1.f;
}

void run(float *in, float *out, int n) {
  block_copy<<<80, 256>>>(in, out, n);
  thread_copy<<<n / 512, 128>>>((int4 *)in, (int4 *)out);
  double_buffer<<<1, 256>>>(in, out, n / 256);
}
