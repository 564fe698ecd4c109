#include <cuda_fp16.h>
#include <cuda_fp8.h>
__global__ void narrowed(const float4 *in, __nv_fp8x4_e4m3 *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __nv_fp8x4_e4m3(in[i]);
}
// MISTAKE: four threads write into one.
__global__ void crowded(const float *in, __nv_fp8x4_e4m3 *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) ((__nv_fp8_e4m3 *)out)[i / 4] = __nv_fp8_e4m3(in[i]);
}
__global__ void widened(const __nv_fp8_e5m2 *in, half *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = hlog2(+half(in[i])) + __int2half_rz(__viaddmax_s32(i, 1, n));
}
// MISTAKE: the one behind the last is read.
__global__ void beyond(half *out) {
  __shared__ __nv_fp8_e5m2 s[64];
  s[threadIdx.x] = __nv_fp8_e5m2(1.0f);
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = half(s[threadIdx.x + 1]);
}
__global__ void pairs(const half2 *in, half2 *out) {
  __shared__ half2 s[64];
  s[threadIdx.x] = -in[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  half2 sum = h2exp2(s[threadIdx.x ^ 1]);
  sum += s[threadIdx.x];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
void start(half *a, half2 *b) { beyond<<<4, 64>>>(a); pairs<<<4, 64>>>(b, b + 256); }
