#include <torch/extension.h>
#include <cuda_fp16.h>
#include <stdint.h>
#define QK 32
typedef struct { half d; int8_t qs[QK]; } block_q8;
typedef struct { half d; uint8_t qs[QK / 2]; } block_q4;

__global__ void dequantize_q8(const block_q8 *__restrict__ x, float *__restrict__ y, int nb) {
  const int ib = blockIdx.x * blockDim.y + threadIdx.y;
  if (ib >= nb) return;
  const float d = __half2float(x[ib].d);
  y[ib * QK + threadIdx.x] = x[ib].qs[threadIdx.x] * d;
}

__global__ void dequantize_q4(const void *__restrict__ vx, float *__restrict__ y, const int k) {
  const int i = 2 * (blockDim.x * blockIdx.x + threadIdx.x);
  if (i >= k) return;
  const block_q4 *x = (const block_q4 *)vx;
  const int ib = i / QK, iqs = (i % QK) / 2;
  const float d = x[ib].d;
  const int vui = x[ib].qs[iqs];
  const int8_t q0 = (vui & 0xF) - 8, q1 = (vui >> 4) - 8;
  y[ib * QK + iqs] = q0 * d;
  y[ib * QK + iqs + QK / 2] = q1 * d;
}

__global__ void quantize_rows(const float *__restrict__ x, block_q8 *__restrict__ y, int cols) {
  const int ib = blockIdx.x;
  const int lane = threadIdx.x;
  float v = ib * QK + lane < cols ? x[ib * QK + lane] : 0.f;
  float amax = fabsf(v);
  for (int mask = 16; mask > 0; mask >>= 1) amax = fmaxf(amax, __shfl_xor_sync(0xffffffff, amax, mask, 32));
  const float d = amax / 127;
  const int8_t q = amax == 0.0f ? 0 : roundf(v / d);
  y[ib].qs[lane] = q;
  if (lane == 0) y[ib].d = __float2half(d);
}

static __device__ __forceinline__ int dp4a_fallback(int a, int b, int c) {
  const char4 va = *(const char4 *)&a, vb = *(const char4 *)&b;
  return c + va.x * vb.x + va.y * vb.y + va.z * vb.z + va.w * vb.w;
}

__global__ void dot_int8(const int *__restrict__ a, const int *__restrict__ b, int *__restrict__ out, int n) {
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += 32) sum = __CUDA_ARCH__ >= 610 ? __dp4a(a[i], b[i], sum) : dp4a_fallback(a[i], b[i], sum);
#pragma unroll
  for (int o = 16; o; o >>= 1) sum += __shfl_down_sync(0xffffffff, sum, o);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

__global__ void pack_bits(const float *in, uint32_t *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned bits = __ballot_sync(0xffffffff, i < n && in[i] > 0.f);
  if ((threadIdx.x & 31) == 0 && i < n) out[i >> 5] = bits;
}

void quantize(torch::Tensor x) {
  dim3 block(QK, 8);
  dequantize_q8<<<(x.numel() / QK + 7) / 8, block>>>(nullptr, nullptr, 0);
  quantize_rows<<<x.numel() / QK, QK>>>(x.data_ptr<float>(), nullptr, x.numel());
}
