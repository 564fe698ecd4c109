#include <torch/extension.h>
#include <cuda_runtime.h>
#include <device_launch_parameters.h>
#define cudaCheckError() { cudaError_t e = cudaGetLastError(); if (e != cudaSuccess) { printf("Cuda failure %s:%d: '%s'\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(0); } }
constexpr int kThreads = 256;
constexpr int kUnroll = 4;
inline int64_t div_up(int64_t a, int64_t b) { return (a + b - 1) / b; }
template <typename T>
__global__ void unrolled_sigmoid(const T* __restrict__ x, T* __restrict__ y, int64_t n) {
  int64_t base = (int64_t)blockIdx.x * kThreads * kUnroll + threadIdx.x;
#pragma unroll
  for (int u = 0; u < kUnroll; ++u) {
    int64_t i = base + u * kThreads;
    if (i < n) y[i] = T(1) / (T(1) + exp(-x[i]));
  }
}
__global__ void per_thread_chunk(const float* x, float* y, int n, int chunk) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int start = t * chunk, end = min(start + chunk, n);
  for (int i = start; i < end; ++i) y[i] = x[i] * 2.f;
}
__global__ void vec4_chunk(const float* __restrict__ x, float* __restrict__ y, int size) {
  int idx = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (idx + 3 < size) {
    float4 v = *(const float4*)&x[idx];
    v.x = fmaxf(v.x, 0); v.y = fmaxf(v.y, 0); v.z = fmaxf(v.z, 0); v.w = fmaxf(v.w, 0);
    *(float4*)&y[idx] = v;
  } else {
    for (int i = idx; i < size; i++) y[i] = fmaxf(x[i], 0);
  }
}
__global__ void add_pos_emb(float* x, const float* pe, int B, int S, int D) {
  int d = threadIdx.x + blockIdx.x * blockDim.x, s = blockIdx.y, b = blockIdx.z;
  if (d >= D) return;
  x[b * S * D + s * D + d] += pe[s * D + d];
}
__global__ void rope(float* q, const float* cosv, const float* sinv, int S, int H, int D) {
  int s = blockIdx.x, h = blockIdx.y;
  float* p = q + (s * H + h) * D;
  for (int i = threadIdx.x; i < D / 2; i += blockDim.x) {
    float a = p[i], b = p[i + D / 2];
    float c = cosv[s * (D / 2) + i], si = sinv[s * (D / 2) + i];
    p[i] = a * c - b * si;
    p[i + D / 2] = a * si + b * c;
  }
}
// mistake: in-place shift race
__global__ void shift_left(float* x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n - 1) x[i] = x[i + 1]; }
void go(torch::Tensor x) {
  int64_t n = x.numel();
  AT_DISPATCH_ALL_TYPES(x.scalar_type(), "sig", [&] { unrolled_sigmoid<scalar_t><<<div_up(n, kThreads * kUnroll), kThreads>>>(x.data_ptr<scalar_t>(), x.data_ptr<scalar_t>(), n); });
  int m = n;
  per_thread_chunk<<<32, kThreads>>>(x.data_ptr<float>(), x.data_ptr<float>(), m, (m + 8191) / 8192);
  vec4_chunk<<<(m + kThreads * 4 - 1) / (kThreads * 4), kThreads>>>(x.data_ptr<float>(), x.data_ptr<float>(), m);
  int B = x.size(0), S = x.size(1), D = x.size(2);
  dim3 grid(div_up(D, 128), S, B);
  add_pos_emb<<<grid, 128>>>(x.data_ptr<float>(), x.data_ptr<float>(), B, S, D);
  dim3 rgrid(S, 8);
  rope<<<rgrid, 64>>>(x.data_ptr<float>(), x.data_ptr<float>(), x.data_ptr<float>(), S, 8, D);
  shift_left<<<(m + 255) / 256, 256>>>(x.data_ptr<float>(), m);
  cudaCheckError();
}
