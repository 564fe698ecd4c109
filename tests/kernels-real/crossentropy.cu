#include <cuda_runtime.h>
#include "llmc/cuda_common.h"
#include "llmc/cuda_utils.cuh"
#define WARP_SIZE 32

struct SoftmaxParams { float Scale; float Offset; };

__device__ float warpReduceMax(float val) {
  for (int offset = 16; offset > 0; offset /= 2) val = fmaxf(val, __shfl_xor_sync(0xFFFFFFFF, val, offset));
  return val;
}
__device__ float warpReduceSum(float val) {
  for (int offset = 16; offset > 0; offset /= 2) val += __shfl_xor_sync(0xFFFFFFFF, val, offset);
  return val;
}
using reduction_func_t = float (*)(float);
template <reduction_func_t warp_reduction>
__device__ inline float blockReduce(float val, bool final_sync = false, float out_of_bounds = 0.0f) {
  __shared__ float shared_val[WARP_SIZE];
  const int lane_id = threadIdx.x % WARP_SIZE;
  const int warp_id = threadIdx.x / WARP_SIZE;
  const int num_warps = blockDim.x / WARP_SIZE;
  float warp_val = warp_reduction(val);
  if (lane_id == 0) shared_val[warp_id] = warp_val;
  __syncthreads();
  warp_val = (lane_id < num_warps) ? shared_val[lane_id] : out_of_bounds;
  float block_val = warp_reduction(warp_val);
  if (final_sync) __syncthreads();
  return block_val;
}

__device__ SoftmaxParams prepare_softmax(int64_t idx, const float *inp, int V, int P) {
  const float *x = inp + idx * P;
  float thread_maxval = -INFINITY, thread_sumval = 0.0f;
  for (int i = threadIdx.x; i < V; i += blockDim.x) {
    float v = x[i];
    float old = thread_maxval;
    thread_maxval = fmaxf(thread_maxval, v);
    thread_sumval *= expf(old - thread_maxval);
    thread_sumval += expf(v - thread_maxval);
  }
  float block_maxval = blockReduce<warpReduceMax>(thread_maxval, false, -3.402823466e+38f);
  thread_sumval *= expf(thread_maxval - block_maxval);
  float block_sumval = blockReduce<warpReduceSum>(thread_sumval);
  return SoftmaxParams{1.f / block_sumval, block_maxval};
}

template <bool WriteDLogits = true>
__global__ void __launch_bounds__(1024, 1) fused_classifier(float *logits, float *losses, const float dloss, const int *targets, int B, int T, int V, int P) {
  int64_t idx = gridDim.x - (blockIdx.x + 1);
  int ix = targets[idx];
  SoftmaxParams sp = prepare_softmax(idx, logits, V, P);
  if (threadIdx.x == 0) {
    float prob = expf(logits[idx * P + ix] - sp.Offset) * sp.Scale;
    losses[idx] -= logf(prob);
  }
  if constexpr (!WriteDLogits) return;
  for (int i = threadIdx.x; i < V; i += blockDim.x) {
    float prob = expf(logits[idx * P + i] - sp.Offset) * sp.Scale;
    float indicator = (i == ix) ? 1.0f : 0.0f;
    logits[idx * P + i] = (prob - indicator) * dloss;
  }
}

__global__ void crossentropy_forward(float *losses, const float *probs, const int *targets, int B, int T, int V) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < B * T) {
    int b = i / T, t = i % T;
    const float *probs_bt = probs + b * T * V + t * V;
    int ix = targets[b * T + t];
    losses[b * T + t] = -logf(probs_bt[ix]);
  }
}

void classify(float *logits, float *losses, const int *targets, int B, int T, int V, int P, cudaStream_t stream) {
  NVTX_RANGE_FN();
  const int block_size = 1024;
  const int N = B * T;
  const int grid_size = N;
  fused_classifier<<<grid_size, block_size, 0, stream>>>(logits, losses, 1.f, targets, B, T, V, P);
  cudaCheck(cudaGetLastError());
}
