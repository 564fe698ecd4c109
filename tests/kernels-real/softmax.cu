#include <cfloat>
#include <cmath>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include "cuda_utils.h"

template <int THREADS>
__global__ void softmax_rows(const float *__restrict__ in, float *__restrict__ out, int rows, int cols) {
  __shared__ float red[THREADS];
  const int row = blockIdx.x;
  const float *x = in + row * cols;
  float *y = out + row * cols;
  float m = -FLT_MAX;
  for (int c = threadIdx.x; c < cols; c += THREADS) m = fmaxf(m, x[c]);
  red[threadIdx.x] = m;
  __syncthreads();
  for (int s = THREADS / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) red[threadIdx.x] = fmaxf(red[threadIdx.x], red[threadIdx.x + s]);
    __syncthreads();
  }
  m = red[0];
  __syncthreads();
  float sum = 0.f;
  for (int c = threadIdx.x; c < cols; c += THREADS) { float e = __expf(x[c] - m); y[c] = e; sum += e; }
  red[threadIdx.x] = sum;
  __syncthreads();
  for (int s = THREADS / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) red[threadIdx.x] += red[threadIdx.x + s];
    __syncthreads();
  }
  sum = red[0];
  for (int c = threadIdx.x; c < cols; c += THREADS) y[c] /= sum;
}

struct __align__(8) SumMax { float maxval; float sum; };

__device__ __forceinline__ SumMax reduce_sum_max_op(SumMax a, SumMax b) {
  bool a_bigger = (a.maxval > b.maxval);
  SumMax bigger = a_bigger ? a : b;
  SumMax smaller = a_bigger ? b : a;
  SumMax res;
  res.maxval = bigger.maxval;
  res.sum = bigger.sum + smaller.sum * expf(smaller.maxval - bigger.maxval);
  return res;
}

__global__ void softmax_online(const float *inp, float *out, int N, int C) {
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int row = blockIdx.x * (blockDim.x >> 5) + warp;
  if (row >= N) return;
  const float *x = inp + row * C;
  SumMax sm{-INFINITY, 0.0f};
  for (int i = lane; i < C; i += 32) sm = reduce_sum_max_op(sm, {x[i], 1.0f});
  for (int o = 16; o > 0; o >>= 1) {
    SumMax other;
    other.maxval = __shfl_xor_sync(0xffffffffu, sm.maxval, o);
    other.sum = __shfl_xor_sync(0xffffffffu, sm.sum, o);
    sm = reduce_sum_max_op(sm, other);
  }
  for (int i = lane; i < C; i += 32) out[row * C + i] = expf(x[i] - sm.maxval) / sm.sum;
}

__global__ void softmax_causal(float *out, float inv_temperature, const float *inp, int N, int T) {
  namespace cg = cooperative_groups;
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  int idx = (gridDim.x - blockIdx.x - 1) * warp.meta_group_size() + warp.meta_group_rank();
  if (idx >= N * T) return;
  int own_pos = idx % T;
  int pos_by_4 = own_pos / 4;
  const float *x = inp + idx * T;
  float maxval = -FLT_MAX, sumval = 0.0f;
  const float4 *x_vec = reinterpret_cast<const float4 *>(x);
  for (int i = warp.thread_rank(); i < pos_by_4; i += warp.size()) {
    float4 v = x_vec[i];
    float old_maxval = maxval;
    const float vs[4] = {v.x, v.y, v.z, v.w};
    for (int k = 0; k < 4; ++k) maxval = fmaxf(maxval, vs[k]);
    sumval *= expf(inv_temperature * (old_maxval - maxval));
    for (int k = 0; k < 4; ++k) sumval += expf(inv_temperature * (vs[k] - maxval));
  }
  float global_max = cg::reduce(warp, maxval, cg::greater<float>{});
  sumval *= expf(inv_temperature * (maxval - global_max));
  float sum = cg::reduce(warp, sumval, cg::plus<float>{});
  float norm = 1.f / sum;
  for (int i = warp.thread_rank(); i <= own_pos; i += warp.size()) {
    float ev = expf(inv_temperature * (__ldcs(x + i) - global_max));
    __stcs(out + idx * T + i, ev * norm);
  }
}

void launch_softmax(const float *in, float *out, int rows, int cols, cudaStream_t s) {
  softmax_rows<128><<<rows, 128, 0, s>>>(in, out, rows, cols);
  softmax_online<<<ceil_div(rows, 4), 128, 0, s>>>(in, out, rows, cols);
  CUDA_CHECK_LAST();
}
