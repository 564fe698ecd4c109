#include <torch/extension.h>
#include <ATen/AccumulateType.h>
template <typename T, int N> struct Acc { T v[N]; };
template <typename T> struct SumOp { __device__ T operator()(T a, T b) const { return a + b; } static __device__ T identity() { return T(0); } };
template <typename T> struct MaxOp { __device__ T operator()(T a, T b) const { return a > b ? a : b; } static __device__ T identity() { return -INFINITY; } };
template <typename T, template <typename> class Op, int BLOCK>
__device__ T block_reduce(T v, T* smem) {
  Op<T> op;
  int tid = threadIdx.x;
  smem[tid] = v;
  __syncthreads();
  if (BLOCK >= 512) { if (tid < 256) smem[tid] = op(smem[tid], smem[tid + 256]); __syncthreads(); }
  if (BLOCK >= 256) { if (tid < 128) smem[tid] = op(smem[tid], smem[tid + 128]); __syncthreads(); }
  if (BLOCK >= 128) { if (tid < 64) smem[tid] = op(smem[tid], smem[tid + 64]); __syncthreads(); }
  if (tid < 32) {
    T x = op(smem[tid], smem[tid + 32]);
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) x = op(x, __shfl_down_sync(0xffffffffu, x, o));
    if (tid == 0) smem[0] = x;
  }
  __syncthreads();
  T r = smem[0];
  __syncthreads();
  return r;
}
template <typename scalar_t, int BLOCK>
__global__ __launch_bounds__(BLOCK) void softmax_block(const scalar_t* __restrict__ in, scalar_t* __restrict__ out, const int dim, const int inner) {
  __shared__ float smem[BLOCK];
  const int o = blockIdx.x / inner, i = blockIdx.x % inner;
  const scalar_t* p = in + (size_t)o * dim * inner + i;
  scalar_t* q = out + (size_t)o * dim * inner + i;
  float m = -INFINITY;
  for (int d = threadIdx.x; d < dim; d += BLOCK) m = fmaxf(m, (float)p[(size_t)d * inner]);
  m = block_reduce<float, MaxOp, BLOCK>(m, smem);
  float s = 0;
  for (int d = threadIdx.x; d < dim; d += BLOCK) s += __expf((float)p[(size_t)d * inner] - m);
  s = block_reduce<float, SumOp, BLOCK>(s, smem);
  const float inv = 1.f / s;
  for (int d = threadIdx.x; d < dim; d += BLOCK) q[(size_t)d * inner] = __expf((float)p[(size_t)d * inner] - m) * inv;
}
template <typename scalar_t, int BLOCK>
__global__ void var_kernel(const scalar_t* in, scalar_t* out, int cols, bool unbiased) {
  __shared__ float smem[BLOCK];
  const scalar_t* p = in + (int64_t)blockIdx.x * cols;
  float s = 0;
  for (int c = threadIdx.x; c < cols; c += BLOCK) s += p[c];
  const float mean = block_reduce<float, SumOp, BLOCK>(s, smem) / cols;
  float v = 0;
  for (int c = threadIdx.x; c < cols; c += BLOCK) v += (p[c] - mean) * (p[c] - mean);
  v = block_reduce<float, SumOp, BLOCK>(v, smem);
  if (threadIdx.x == 0) out[blockIdx.x] = v / (unbiased ? cols - 1 : cols);
}
torch::Tensor go(torch::Tensor x, int64_t dim) {
  x = x.contiguous();
  int64_t outer = 1, inner = 1;
  for (int64_t d = 0; d < dim; ++d) outer *= x.size(d);
  for (int64_t d = dim + 1; d < x.dim(); ++d) inner *= x.size(d);
  auto out = torch::empty_like(x);
  AT_DISPATCH_FLOATING_TYPES_AND2(at::ScalarType::Half, at::ScalarType::BFloat16, x.scalar_type(), "softmax", [&] {
    softmax_block<scalar_t, 256><<<outer * inner, 256>>>(x.data_ptr<scalar_t>(), out.data_ptr<scalar_t>(), x.size(dim), inner);
    var_kernel<scalar_t, 512><<<x.size(0), 512>>>(x.data_ptr<scalar_t>(), out.data_ptr<scalar_t>(), x.size(1), true);
  });
  return out;
}
