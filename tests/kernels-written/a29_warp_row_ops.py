import torch
from torch.utils.cpp_extension import load_inline
_src = """
#include <torch/extension.h>
#include <cuda_runtime.h>
#define FULL_MASK 0xffffffff
#define CEIL_DIV(a, b) ((a + b - 1) / b)

template <int WARPS>
__global__ void l1norm_kernel(const float* __restrict__ x, float* __restrict__ y, int B, int D) {
    const int warp = threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    const int row = blockIdx.x * WARPS + warp;
    if (row >= B) return;
    const float* xr = x + (size_t)row * D;
    float* yr = y + (size_t)row * D;
    float s = 0.f;
    for (int j = lane; j < D; j += 32) s += fabsf(xr[j]);
    #pragma unroll
    for (int m = 16; m >= 1; m /= 2) s += __shfl_xor_sync(FULL_MASK, s, m);
    const float inv = D / (s + 1e-12f);
    for (int j = lane; j < D; j += 32) yr[j] = xr[j] * inv;
}

__global__ void cumprod_kernel(const float* __restrict__ in, float* __restrict__ out, const int64_t numel, const int64_t dim_size, const int64_t stride) {
    const int64_t idx = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t total_batches = numel / dim_size;
    if (idx < total_batches) {
        const int64_t batch_idx = idx / stride;
        const int64_t in_idx = idx % stride;
        float product = 1;
        for (int64_t i = 0; i < dim_size; ++i) {
            const int64_t c = batch_idx * (stride * dim_size) + i * stride + in_idx;
            product *= in[c];
            out[c] = product;
        }
    }
}

__global__ void min_dim1_kernel(const float* __restrict__ x, float* __restrict__ out, int64_t outer, int64_t dim, int64_t inner) {
    int64_t idx = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    int64_t n = outer * inner;
    for (; idx < n; idx += (int64_t)gridDim.x * blockDim.x) {
        int64_t o = idx / inner, i = idx % inner;
        const float* p = x + o * dim * inner + i;
        float m = p[0];
        for (int64_t d = 1; d < dim; ++d) m = fminf(m, p[d * inner]);
        out[idx] = m;
    }
}

torch::Tensor l1norm(torch::Tensor x) {
    TORCH_CHECK(x.dim() == 2);
    x = x.contiguous();
    auto y = torch::empty_like(x);
    int B = x.size(0);
    int D = x.size(1);
    constexpr int WARPS = 8;
    dim3 block(WARPS * 32);
    dim3 grid(CEIL_DIV(B, WARPS));
    l1norm_kernel<WARPS><<<grid, block>>>(x.data_ptr<float>(), y.data_ptr<float>(), B, D);
    int64_t dim_size = x.size(1), stride = x.stride(1), numel = x.numel();
    cumprod_kernel<<<(numel / dim_size + 255) / 256, 256>>>(x.data_ptr<float>(), y.data_ptr<float>(), numel, dim_size, stride);
    min_dim1_kernel<<<std::min<int64_t>((numel + 255) / 256, 65535), 256>>>(x.data_ptr<float>(), y.data_ptr<float>(), B, D, 1);
    return y;
}
"""
