#include <stdio.h>
#include <float.h>
#include <cuda_runtime.h>
#include "common.h"
struct SoftmaxParams { float Scale; float Offset; };
__device__ float warpReduceSum(float val) { for (int offset = 16; offset > 0; offset /= 2) val += __shfl_xor_sync(0xFFFFFFFF, val, offset); return val; }
__device__ float warpReduceMax(float val) { for (int offset = 16; offset > 0; offset /= 2) val = fmaxf(val, __shfl_xor_sync(0xFFFFFFFF, val, offset)); return val; }
using reduction_func_t = float (*)(float);
template <reduction_func_t warp_reduction>
__device__ inline float blockReduce(float val, bool final_sync = false, float out_of_bounds = 0.0f) {
  __shared__ float shared_val[32];
  const int lane_id = threadIdx.x % 32;
  const int warp_id = threadIdx.x / 32;
  const int num_warps = blockDim.x / 32;
  float warp_val = warp_reduction(val);
  if (lane_id == 0) { shared_val[warp_id] = warp_val; }
  __syncthreads();
  warp_val = (lane_id < num_warps) ? shared_val[lane_id] : out_of_bounds;
  float block_val = warp_reduction(warp_val);
  if (final_sync) { __syncthreads(); }
  return block_val;
}
__device__ SoftmaxParams prepare_softmax_blockwide(int64_t idx, const float* inp, int V, int P) {
  const float* x = inp + idx * P;
  float thread_maxval = -INFINITY;
  float thread_sumval = 0.0f;
  for (int i = threadIdx.x; i < V; i += blockDim.x) {
    float v = (float)x[i];
    float old_maxval = thread_maxval;
    thread_maxval = fmaxf(thread_maxval, v);
    thread_sumval *= expf((old_maxval - thread_maxval));
    thread_sumval += expf(v - thread_maxval);
  }
  float block_maxval = blockReduce<warpReduceMax>(thread_maxval, false, -FLT_MAX);
  thread_sumval *= expf(thread_maxval - block_maxval);
  float block_sumval = blockReduce<warpReduceSum>(thread_sumval);
  return SoftmaxParams{1.f / block_sumval, block_maxval};
}
template <bool WriteDLogits = true>
__global__ void __launch_bounds__(1024, 1) fused_classifier_kernel5(float* logits, float* losses, float* probs, const float dloss, const int* targets, int B, int T, int V, int P) {
  int64_t idx = gridDim.x - (blockIdx.x + 1);
  int ix = targets[idx];
  SoftmaxParams sp = prepare_softmax_blockwide(idx, logits, V, P);
  if (threadIdx.x == 0) {
    float prob = expf((float)logits[idx * P + ix] - sp.Offset) * sp.Scale;
    losses[idx] -= logf(prob);
  }
  __syncthreads();
  const float* logits_vec = logits + idx * P;
  for (int i = threadIdx.x; i < V; i += blockDim.x) {
    float v = __ldcs(&logits_vec[i]);
    float prob = expf(v - sp.Offset) * sp.Scale;
    if (probs != NULL) probs[idx * P + i] = prob;
    float indicator = (i == ix) ? 1.0f : 0.0f;
    if (WriteDLogits) __stcs(&logits[idx * P + i], (prob - indicator) * dloss);
  }
}
void fused_classifier(float* logits, float* losses, const float dloss, const int* targets, int B, int T, int V, int P, cudaStream_t stream) {
  const int block_size = 1024;
  const int N = B * T;
  const int grid_size = N;
  fused_classifier_kernel5<<<grid_size, block_size, 0, stream>>>(logits, losses, (float*)NULL, dloss, targets, B, T, V, P);
}
__global__ void crossentropy_forward_kernel1(float* losses, const float* probs, const int* targets, int B, int T, int V) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < B * T) {
    int b = i / T;
    int t = i % T;
    const float* probs_bt = probs + b * T * V + t * V;
    int ix = targets[b * T + t];
    losses[b * T + t] = -logf(probs_bt[ix]);
  }
}
__global__ void crossentropy_softmax_backward_kernel1(float* dlogits, const float* dlosses, const float* probs, const int* targets, int B, int T, int V) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < B * T * V) {
    int b = i / (T * V);
    int t = (i / V) % T;
    int v = i % V;
    float* dlogits_bt = dlogits + b * T * V + t * V;
    const float* probs_bt = probs + b * T * V + t * V;
    float dloss = dlosses[b * T + t];
    int ix = targets[b * T + t];
    float p = probs_bt[v];
    float indicator = v == ix ? 1.0f : 0.0f;
    dlogits_bt[v] += (p - indicator) * dloss;
  }
}
void ce(float* l, const float* p, const int* t, int B, int T, int V, const int block_size) {
  const int N = B * T;
  const int grid_size = CEIL_DIV(N, block_size);
  crossentropy_forward_kernel1<<<grid_size, block_size>>>(l, p, t, B, T, V);
  crossentropy_softmax_backward_kernel1<<<CEIL_DIV(B * T * V, block_size), block_size>>>(l, l, p, t, B, T, V);
}
