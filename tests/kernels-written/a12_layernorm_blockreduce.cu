#include <torch/extension.h>
#include <cuda_runtime.h>

template <typename T>
__inline__ __device__ T WarpReduceSum(T val) {
#pragma unroll
  for (int offset = 16; offset > 0; offset >>= 1) val += __shfl_down_sync(0xffffffff, val, offset);
  return val;
}
template <typename T>
__inline__ __device__ T BlockReduceSum(T val) {
  static __shared__ T shared[32];
  int lane = threadIdx.x % 32;
  int wid = threadIdx.x / 32;
  val = WarpReduceSum(val);
  if (lane == 0) shared[wid] = val;
  __syncthreads();
  val = (threadIdx.x < blockDim.x / 32) ? shared[lane] : T(0);
  if (wid == 0) val = WarpReduceSum(val);
  return val;
}
// MISTAKE: two BlockReduceSum calls back to back share `shared` without a barrier
__global__ void layer_norm_bad(const float* __restrict__ x, const float* __restrict__ w, const float* __restrict__ b, float* __restrict__ y, int cols, float eps) {
  const int row = blockIdx.x;
  const float* xr = x + row * cols;
  float s = 0, q = 0;
  for (int i = threadIdx.x; i < cols; i += blockDim.x) { float v = xr[i]; s += v; q += v * v; }
  __shared__ float mean, rstd;
  s = BlockReduceSum(s);
  q = BlockReduceSum(q);
  if (threadIdx.x == 0) { mean = s / cols; rstd = rsqrtf(q / cols - mean * mean + eps); }
  __syncthreads();
  for (int i = threadIdx.x; i < cols; i += blockDim.x) y[row * cols + i] = (xr[i] - mean) * rstd * w[i] + b[i];
}
__global__ void layer_norm_good(const float* __restrict__ x, const float* __restrict__ w, const float* __restrict__ b, float* __restrict__ y, int cols, float eps) {
  const int row = blockIdx.x;
  const float* xr = x + row * cols;
  __shared__ float mean, rstd;
  float s = 0, q = 0;
  for (int i = threadIdx.x; i < cols; i += blockDim.x) s += xr[i];
  s = BlockReduceSum(s);
  if (threadIdx.x == 0) mean = s / cols;
  __syncthreads();
  for (int i = threadIdx.x; i < cols; i += blockDim.x) { float d = xr[i] - mean; q += d * d; }
  q = BlockReduceSum(q);
  if (threadIdx.x == 0) rstd = rsqrtf(q / cols + eps);
  __syncthreads();
  for (int i = threadIdx.x; i < cols; i += blockDim.x) y[row * cols + i] = (xr[i] - mean) * rstd * w[i] + b[i];
}
// 2-D block: threadIdx.y = row in block
template <int ROWS>
__global__ void layer_norm_warp_rows(const float* __restrict__ x, float* __restrict__ y, int rows, int cols, float eps) {
  int row = blockIdx.x * ROWS + threadIdx.y;
  if (row < rows) {
    const float* xr = x + (int64_t)row * cols;
    float s = 0, q = 0;
    for (int i = threadIdx.x; i < cols; i += 32) { float v = xr[i]; s += v; q += v * v; }
    s = WarpReduceSum(s); q = WarpReduceSum(q);
    s = __shfl_sync(0xffffffff, s, 0) / cols; q = __shfl_sync(0xffffffff, q, 0) / cols;
    float r = rsqrtf(q - s * s + eps);
    for (int i = threadIdx.x; i < cols; i += 32) y[(int64_t)row * cols + i] = (xr[i] - s) * r;
  }
}
std::vector<torch::Tensor> ln(torch::Tensor x, torch::Tensor w, torch::Tensor b) {
  auto y = torch::empty_like(x);
  int rows = x.size(0), cols = x.size(1);
  int threads = std::min(1024, ((cols + 31) / 32) * 32);
  layer_norm_bad<<<rows, threads>>>(x.data_ptr<float>(), w.data_ptr<float>(), b.data_ptr<float>(), y.data_ptr<float>(), cols, 1e-5f);
  layer_norm_good<<<rows, 512>>>(x.data_ptr<float>(), w.data_ptr<float>(), b.data_ptr<float>(), y.data_ptr<float>(), cols, 1e-5f);
  layer_norm_warp_rows<8><<<(rows + 7) / 8, dim3(32, 8)>>>(x.data_ptr<float>(), y.data_ptr<float>(), rows, cols, 1e-5f);
  return {y};
}
