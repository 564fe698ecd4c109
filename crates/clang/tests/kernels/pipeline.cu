// read: copy_async, states
// Asynchronous copies, votes, curand, textures, inline assembly, bfloat16.
#include <cuda_pipeline.h>
#include <curand_kernel.h>
#include <cuda_bf16.h>
__global__ void copy_async(const float4 *in, float4 *out, cudaTextureObject_t image) {
  __shared__ float4 tile[128];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(float4));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  unsigned mask = __ballot_sync(0xffffffffu, tile[threadIdx.x].x > tex2D<float>(image, 0.5f, 0.5f));
  int lane;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  if (__popc(mask) > 3 && lane == 0) out[threadIdx.x] = tile[127 - threadIdx.x];
  __syncwarp();
}
__global__ void states(curandState *state, __nv_bfloat16 *out, unsigned long long seed) {
  int i = threadIdx.x;
  curand_init(seed, i, 0, &state[i]);
  curandState mine = state[i];
  out[i] = __float2bfloat16(fmaxf(curand_uniform(&mine), sqrtf(0.5f)) + fminf(1.f, expf(-2.f)));
  state[i] = mine;
}
