import torch
import torch.nn as nn
from torch.utils.cpp_extension import load

SRC = '''
#include <torch/extension.h>

template <typename scalar_t>
__device__ __forceinline__ scalar_t huber(scalar_t d) {
    scalar_t a = d < 0 ? -d : d;
    return a < scalar_t(1) ? scalar_t(0.5) * d * d : a - scalar_t(0.5);
}

template <typename scalar_t>
__global__ void smooth_l1_loss_kernel(const scalar_t* __restrict__ predictions, const scalar_t* __restrict__ targets, scalar_t* __restrict__ partial, const int n) {
    extern __shared__ unsigned char smem_raw[];
    scalar_t* sdata = reinterpret_cast<scalar_t*>(smem_raw);
    const int tid = threadIdx.x;
    const int gid = blockIdx.x * blockDim.x + tid;
    const int stride = gridDim.x * blockDim.x;
    scalar_t acc = 0;
    for (int i = gid; i < n; i += stride) acc += huber(predictions[i] - targets[i]);
    sdata[tid] = acc;
    __syncthreads();
    #pragma unroll
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) partial[blockIdx.x] = sdata[0];
}

template <typename scalar_t>
__global__ void cosine_loss_kernel(const scalar_t* __restrict__ a, const scalar_t* __restrict__ b, scalar_t* __restrict__ out, const int N, const int D) {
    int row = blockIdx.x;
    __shared__ scalar_t s_dot[32], s_a[32], s_b[32];
    scalar_t dot = 0, na = 0, nb = 0;
    for (int i = threadIdx.x; i < D; i += blockDim.x) {
        scalar_t x = a[row * D + i], y = b[row * D + i];
        dot += x * y; na += x * x; nb += y * y;
    }
    for (int o = 16; o > 0; o >>= 1) {
        dot += __shfl_down_sync(0xffffffff, dot, o);
        na += __shfl_down_sync(0xffffffff, na, o);
        nb += __shfl_down_sync(0xffffffff, nb, o);
    }
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    if (lane == 0) { s_dot[w] = dot; s_a[w] = na; s_b[w] = nb; }
    __syncthreads();
    if (threadIdx.x == 0) {
        scalar_t d = 0, x = 0, y = 0;
        for (int i = 0; i < blockDim.x / 32; ++i) { d += s_dot[i]; x += s_a[i]; y += s_b[i]; }
        atomicAdd(out, (scalar_t(1) - d / (sqrt(x) * sqrt(y) + scalar_t(1e-8))) / N);
    }
}

torch::Tensor smooth_l1(torch::Tensor p, torch::Tensor t) {
    int n = p.numel();
    const int threads = 256;
    const int blocks = std::min((n + threads - 1) / threads, 1024);
    auto partial = torch::zeros({blocks}, p.options());
    AT_DISPATCH_FLOATING_TYPES(p.scalar_type(), "smooth_l1", ([&] {
        smooth_l1_loss_kernel<scalar_t><<<blocks, threads, threads * sizeof(scalar_t)>>>(p.data_ptr<scalar_t>(), t.data_ptr<scalar_t>(), partial.data_ptr<scalar_t>(), n);
    }));
    auto out = torch::zeros({1}, p.options());
    AT_DISPATCH_FLOATING_TYPES(p.scalar_type(), "cos", ([&] {
        cosine_loss_kernel<scalar_t><<<p.size(0), 256>>>(p.data_ptr<scalar_t>(), t.data_ptr<scalar_t>(), out.data_ptr<scalar_t>(), p.size(0), p.size(1));
    }));
    return partial.sum() / n;
}
'''
