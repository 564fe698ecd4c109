#include <assert.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>
#include "common.h"
namespace cg = cooperative_groups;

__global__ void layernorm_forward_kernel1(float *out, float *mean, float *rstd, const float *inp, const float *weight, const float *bias, int N, int C) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  float eps = 1e-5f;
  if (idx < N) {
    const float *x = inp + idx * C;
    float m = 0.0f;
    for (int i = 0; i < C; i++) m += x[i];
    m = m / C;
    float v = 0.0f;
    for (int i = 0; i < C; i++) { float xshift = x[i] - m; v += xshift * xshift; }
    v = v / C;
    float s = 1.0f / sqrtf(v + eps);
    float *out_idx = out + idx * C;
    for (int i = 0; i < C; i++) { float n = (s * (x[i] - m)); float o = n * weight[i] + bias[i]; out_idx[i] = o; }
    mean[idx] = m;
    rstd[idx] = s;
  }
}

__global__ void mean_kernel(float *mean, const float *inp, int N, int C, int block_size) {
  extern __shared__ float shared[];
  int idx = blockIdx.x, tid = threadIdx.x;
  const float *x = inp + idx * C;
  float sum = 0.0f;
  for (int i = tid; i < C; i += block_size) sum += x[i];
  shared[tid] = sum;
  __syncthreads();
  for (int stride = block_size / 2; stride >= 1; stride /= 2) {
    __syncthreads();
    if (tid < stride) shared[tid] += shared[tid + stride];
  }
  if (tid == 0) mean[idx] = shared[0] / C;
}

__global__ void layernorm_forward_kernel3(float *__restrict__ out, float *__restrict__ mean, float *__restrict__ rstd, const float *__restrict__ inp, const float *__restrict__ weight, const float *__restrict__ bias, int N, int C) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  int idx = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
  if (idx >= N) return;
  const float *x = inp + idx * C;
  float sum = 0.0f;
  for (int i = warp.thread_rank(); i < C; i += warp.size()) sum += x[i];
  sum = cg::reduce(warp, sum, cg::plus<float>{});
  float m = sum / C;
  if (warp.thread_rank() == 0 && mean != nullptr) __stcs(mean + idx, m);
  sum = 0.0f;
  for (int i = warp.thread_rank(); i < C; i += warp.size()) { float diff = x[i] - m; sum += diff * diff; }
  sum = cg::reduce(warp, sum, cg::plus<float>{});
  float s = rsqrtf(sum / C + 1e-5f);
  if (warp.thread_rank() == 0 && rstd != nullptr) __stcs(rstd + idx, s);
  float *o = out + idx * C;
  for (int c = warp.thread_rank(); c < C; c += warp.size()) { float n = s * (__ldcs(x + c) - m); __stcs(o + c, n * weight[c] + bias[c]); }
}

__global__ void layernorm_backward_kernel(float *dinp, float *dweight, float *dbias, const float *dout, const float *inp, const float *weight, const float *mean, const float *rstd, int B, int T, int C) {
  extern __shared__ float shared[];
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  int idx = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
  int N = B * T;
  float *dbias_shared = shared;
  float *dweight_shared = shared + C;
#pragma unroll
  for (int i = threadIdx.x; i < C; i += blockDim.x) { dbias_shared[i] = 0.0f; dweight_shared[i] = 0.0f; }
  __syncthreads();
  if (idx < N) {
    int b = idx / T, t = idx % T;
    const float *dout_bt = dout + b * T * C + t * C;
    const float *inp_bt = inp + b * T * C + t * C;
    const float mean_bt = mean[b * T + t], rstd_bt = rstd[b * T + t];
    for (int i = warp.thread_rank(); i < C; i += warp.size()) {
      float norm = (inp_bt[i] - mean_bt) * rstd_bt;
      atomicAdd(&dbias_shared[i], dout_bt[i]);
      atomicAdd(&dweight_shared[i], norm * dout_bt[i]);
      dinp[b * T * C + t * C + i] += weight[i] * dout_bt[i] * rstd_bt;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < C; i += blockDim.x) { atomicAdd(&dbias[i], dbias_shared[i]); atomicAdd(&dweight[i], dweight_shared[i]); }
}

void layernorm_forward3(float *out, float *mean, float *rstd, const float *inp, const float *weight, const float *bias, int B, int T, int C, const int block_size) {
  assert(block_size % 32 == 0);
  const int N = B * T;
  const int grid_size = ceil_div(N * 32, block_size);
  layernorm_forward_kernel3<<<grid_size, block_size>>>(out, mean, rstd, inp, weight, bias, N, C);
  cudaCheck(cudaGetLastError());
  mean_kernel<<<N, block_size, block_size * sizeof(float)>>>(mean, inp, N, C, block_size);
}
