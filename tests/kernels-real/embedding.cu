#include <ATen/ATen.h>
#include <ATen/cuda/Atomic.cuh>
#include <torch/extension.h>
#include <vector>
#define CUDA_1D_KERNEL_LOOP(i, n) for (int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += blockDim.x * gridDim.x)
#define CHECK_CUDA(x) TORCH_CHECK(x.device().is_cuda(), #x " must be a CUDA tensor")

template <typename scalar_t, typename index_t>
__global__ void embedding_forward_kernel(const scalar_t *weight, const index_t *indices, scalar_t *out, int64_t total, int64_t dim) {
  CUDA_1D_KERNEL_LOOP(i, total) {
    const int64_t row = i / dim, col = i - row * dim;
    out[i] = weight[indices[row] * dim + col];
  }
}

template <typename scalar_t, typename index_t>
__global__ void embedding_backward_kernel(scalar_t *grad_weight, const index_t *indices, const scalar_t *grad_out, int64_t total, int64_t dim, int64_t padding_idx) {
  CUDA_1D_KERNEL_LOOP(i, total) {
    const int64_t row = i / dim, col = i % dim;
    const index_t word = indices[row];
    if (word == padding_idx) continue;
    atomicAdd(&grad_weight[word * dim + col], grad_out[i]);
  }
}

__global__ void positional_encoding(float *x, int T, int C) {
  const int t = blockIdx.x;
  for (int c = threadIdx.x; c < C / 2; c += blockDim.x) {
    float freq = powf(10000.0f, -2.0f * c / C), s, co;
    sincosf(t * freq, &s, &co);
    x[t * C + 2 * c] += s;
    x[t * C + 2 * c + 1] += co;
  }
}

at::Tensor embedding_forward(const at::Tensor &weight, const at::Tensor &indices) {
  CHECK_CUDA(weight);
  auto out = at::empty({indices.numel(), weight.size(1)}, weight.options());
  const int64_t total = out.numel();
  const int threads = 256;
  const int blocks = (total + threads - 1) / threads;
  AT_DISPATCH_FLOATING_TYPES_AND_HALF(weight.scalar_type(), "embedding_forward", [&] {
    embedding_forward_kernel<scalar_t, int64_t><<<blocks, threads>>>(weight.data_ptr<scalar_t>(), indices.data_ptr<int64_t>(), out.data_ptr<scalar_t>(), total, weight.size(1));
    embedding_backward_kernel<scalar_t, int64_t><<<blocks, threads>>>(out.data_ptr<scalar_t>(), indices.data_ptr<int64_t>(), weight.data_ptr<scalar_t>(), total, weight.size(1), -1);
  });
  return out;
}
