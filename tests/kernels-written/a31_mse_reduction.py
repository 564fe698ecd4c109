import torch
from torch.utils.cpp_extension import load_inline
mse_source = """
#include <torch/extension.h>
#include <cuda_runtime.h>
__global__ void mse_forward_kernel(const float* __restrict__ preds, const float* __restrict__ tgts, double* __restrict__ sum_out, const int64_t num_elements) {
    __shared__ double shm[256];
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    double thread_sum = 0.0;
    while (idx < num_elements) {
        double diff = static_cast<double>(preds[idx]) - static_cast<double>(tgts[idx]);
        thread_sum += diff * diff;
        idx += blockDim.x * gridDim.x;
    }
    shm[threadIdx.x] = thread_sum;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride >>= 1) {
        if (threadIdx.x < stride) shm[threadIdx.x] += shm[threadIdx.x + stride];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(sum_out, shm[0]);
}
torch::Tensor forward(torch::Tensor predictions, torch::Tensor targets) {
    const int64_t num_elements = predictions.numel();
    auto accumulator = torch::zeros({1}, predictions.options().dtype(at::kDouble));
    const int grid_size = (num_elements + 256 - 1) / 256;
    mse_forward_kernel<<<grid_size, 256>>>(predictions.data_ptr<float>(), targets.data_ptr<float>(), accumulator.data_ptr<double>(), num_elements);
    return accumulator.div_(static_cast<double>(num_elements));
}
"""
