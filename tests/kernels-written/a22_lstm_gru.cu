#include <torch/extension.h>
#include <vector>
namespace {
template <typename scalar_t> __device__ __forceinline__ scalar_t d_sigmoid(scalar_t z) { const auto s = 1.0 / (1.0 + exp(-z)); return (1.0 - s) * s; }
template <typename scalar_t>
__global__ void lltm_cuda_forward_kernel(
    const torch::PackedTensorAccessor<scalar_t, 3, torch::RestrictPtrTraits, size_t> gates,
    const torch::PackedTensorAccessor<scalar_t, 2, torch::RestrictPtrTraits, size_t> old_cell,
    torch::PackedTensorAccessor<scalar_t, 2, torch::RestrictPtrTraits, size_t> new_cell) {
  const int n = blockIdx.y;
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c < gates.size(2)) {
    new_cell[n][c] = old_cell[n][c] + tanh(gates[n][0][c]);
  }
}
template <typename scalar_t>
__global__ void lstm_pointwise_kernel(const scalar_t* __restrict__ gates, const scalar_t* __restrict__ c_prev, scalar_t* __restrict__ h, scalar_t* __restrict__ c_next, int batch, int hidden) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int b = blockIdx.y;
  const int index = b * hidden + col;
  const int g = b * (hidden * 4);
  if (col < hidden) {
    scalar_t i = 1 / (1 + exp(-gates[g + col]));
    scalar_t f = 1 / (1 + exp(-gates[g + hidden + col]));
    scalar_t o = 1 / (1 + exp(-gates[g + 2 * hidden + col]));
    scalar_t gg = tanh(gates[g + 3 * hidden + col]);
    scalar_t c = f * c_prev[index] + i * gg;
    c_next[index] = c;
    h[index] = o * tanh(c);
  }
}
}  // namespace
std::vector<torch::Tensor> fwd(torch::Tensor gates, torch::Tensor c_prev) {
  const auto batch_size = c_prev.size(0);
  const auto state_size = c_prev.size(1);
  auto h = torch::zeros_like(c_prev), c = torch::zeros_like(c_prev);
  const int threads = 1024;
  const dim3 blocks((state_size + threads - 1) / threads, batch_size);
  AT_DISPATCH_FLOATING_TYPES(gates.type(), "lltm_forward_cuda", ([&] {
    lltm_cuda_forward_kernel<scalar_t><<<blocks, threads>>>(gates.packed_accessor<scalar_t, 3, torch::RestrictPtrTraits, size_t>(), c_prev.packed_accessor<scalar_t, 2, torch::RestrictPtrTraits, size_t>(), c.packed_accessor<scalar_t, 2, torch::RestrictPtrTraits, size_t>());
    lstm_pointwise_kernel<scalar_t><<<blocks, threads>>>(gates.data_ptr<scalar_t>(), c_prev.data_ptr<scalar_t>(), h.data_ptr<scalar_t>(), c.data_ptr<scalar_t>(), batch_size, state_size);
  }));
  return {h, c};
}
