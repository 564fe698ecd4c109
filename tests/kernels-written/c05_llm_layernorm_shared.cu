#include <cuda_runtime.h>
#include "common.h"
#define WARP_SIZE 32U
// one warp per row, shared param staging (like kernel 6), 2-D block (32, block_y)
__global__ void layernorm_forward_kernel6(float* __restrict__ out, float* __restrict__ mean, float* __restrict__ rstd, const float* __restrict__ inp, const float* __restrict__ weight, const float* __restrict__ bias, int N, int C) {
  extern __shared__ char params[];
  float* s_weight = reinterpret_cast<float*>(params);
  float* s_bias = s_weight + C;
  float* s_in = s_weight + ((2 + threadIdx.y) * C);
  int sidx = (threadIdx.x + WARP_SIZE * threadIdx.y);
  for (int i = sidx; i < C; i += blockDim.y * WARP_SIZE) { s_weight[i] = weight[i]; s_bias[i] = bias[i]; }
  __syncthreads();
  int idx = blockIdx.x * blockDim.y + threadIdx.y;
  if (idx >= N) return;
  inp += idx * C;
  out += idx * C;
  const float eps = 1e-5f;
  float sum = 0.0f;
  for (int c = threadIdx.x; c < C; c += WARP_SIZE) { float v = inp[c]; sum += v; s_in[c] = v; }
  for (int o = 16; o > 0; o /= 2) sum += __shfl_xor_sync(0xffffffff, sum, o);
  float m = sum / C, v = 0.f;
  for (int c = threadIdx.x; c < C; c += WARP_SIZE) { float d = s_in[c] - m; v += d * d; }
  for (int o = 16; o > 0; o /= 2) v += __shfl_xor_sync(0xffffffff, v, o);
  float s = rsqrtf(v / C + eps);
  for (int c = threadIdx.x; c < C; c += WARP_SIZE) out[c] = s * (s_in[c] - m) * s_weight[c] + s_bias[c];
  if (threadIdx.x == 0 && mean != nullptr) __stcs(mean + idx, m);
  if (threadIdx.x == 0 && rstd != nullptr) __stcs(rstd + idx, s);
}
__global__ void normalization_kernel(float* out, const float* inp, float* mean, float* rstd, const float* weight, const float* bias, int B, int T, int C) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  int bt = idx / C;
  int c = idx % C;
  float m = mean[bt];
  float s = rstd[bt];
  float xi = inp[idx];
  float n = s * (xi - m);
  float o = n * weight[c] + bias[c];
  out[idx] = o;
}
// backward: block per row group; dweight by atomics; scratch & last-block flag
__global__ void __launch_bounds__(512, 2) layernorm_backward_kernel10(float* dinp, float* dweight, float* dbias, float* scratch, const float* dout, const float* inp, const float* weight, const float* mean, const float* rstd, int B, int T, int C) {
  int BLOCK_SIZE = blockDim.x;
  int warpsInBlock = BLOCK_SIZE / WARP_SIZE;
  extern __shared__ float shared[];
  int warpId = threadIdx.x / WARP_SIZE;
  int baseIdx = blockIdx.x * warpsInBlock + warpId;
  int warpThreadIdx = threadIdx.x % WARP_SIZE;
  int warpsInGrid = gridDim.x * warpsInBlock;
  float* dbias_shared = shared;
  float* dweight_shared = shared + C;
  for (int i = threadIdx.x; i < C; i += BLOCK_SIZE) { dbias_shared[i] = 0.f; dweight_shared[i] = 0.f; }
  __syncthreads();
  for (int bt = baseIdx; bt < B * T; bt += warpsInGrid) {
    const float* dout_bt = dout + bt * C;
    const float* inp_bt = inp + bt * C;
    float* dinp_bt = dinp + bt * C;
    float a = 0.f, b = 0.f;
    for (int i = warpThreadIdx; i < C; i += WARP_SIZE) { a += weight[i] * dout_bt[i]; b += weight[i] * dout_bt[i] * inp_bt[i]; }
    for (int o = 16; o > 0; o /= 2) { a += __shfl_xor_sync(0xffffffff, a, o); b += __shfl_xor_sync(0xffffffff, b, o); }
    for (int i = warpThreadIdx; i < C; i += WARP_SIZE) {
      float n = (inp_bt[i] - mean[bt]) * rstd[bt];
      atomicAdd(&dbias_shared[i], dout_bt[i]);
      atomicAdd(&dweight_shared[i], n * dout_bt[i]);
      dinp_bt[i] += (weight[i] * dout_bt[i] - a / C - n * b / C) * rstd[bt];
    }
  }
  __syncthreads();
  unsigned int* tmp_flag = (unsigned int*)(shared + 2 * C);
  unsigned int* scratchFlag = (unsigned int*)scratch;
  scratch += 32;
  float* scratch_dbias = scratch;
  float* scratch_dweight = scratch + C;
  for (int i = threadIdx.x; i < C; i += BLOCK_SIZE) {
    scratch_dbias[i + 2 * C * blockIdx.x] = dbias_shared[i];
    scratch_dweight[i + 2 * C * blockIdx.x] = dweight_shared[i];
  }
  __syncthreads();
  if (threadIdx.x == 0) *tmp_flag = atomicInc(scratchFlag, gridDim.x);
  __syncthreads();
  if (*tmp_flag == gridDim.x - 1) {
    for (int i = threadIdx.x; i < C; i += BLOCK_SIZE) {
      float s = 0.f, w = 0.f;
      for (int b = 0; b < gridDim.x; b++) { s += scratch_dbias[i + 2 * C * b]; w += scratch_dweight[i + 2 * C * b]; }
      dbias[i] += s; dweight[i] += w;
    }
  }
}
void go(float* out, float* mean, float* rstd, const float* inp, float* weight, float* bias, int B, int T, int C, int block_size) {
  const int N = B * T;
  block_size = 256;
  int block_y = block_size / WARP_SIZE;
  const int grid_size = CEIL_DIV(N, block_y);
  size_t smem = (2 + block_y) * C * sizeof(float);
  layernorm_forward_kernel6<<<grid_size, dim3(WARP_SIZE, block_y), smem>>>(out, mean, rstd, inp, weight, bias, N, C);
  normalization_kernel<<<(B * T * C) / 256, 256>>>(out, inp, mean, rstd, weight, bias, B, T, C);
  layernorm_backward_kernel10<<<2 * 108, 512, (2 * C + 1) * sizeof(float)>>>(out, weight, bias, mean, inp, inp, weight, mean, rstd, B, T, C);
}
