import torch
from torch import nn
from torch.utils.cpp_extension import load_inline
conv2d_source = """
#include <torch/extension.h>
#include <cuda_runtime.h>
__global__ void conv2d_forward_kernel(
    const float* input, const float* weight, float* output,
    int batch_size, int in_channels, int out_channels,
    int input_h, int input_w, int kernel_h, int kernel_w,
    int output_h, int output_w, int stride, int padding
) {
    const int n = blockIdx.x;
    const int oc = blockIdx.y;
    const int tile_id = blockIdx.z;
    const int tiles_w = (output_w + 15) / 16;
    const int oh = (tile_id / tiles_w) * 16 + threadIdx.y;
    const int ow = (tile_id % tiles_w) * 16 + threadIdx.x;
    if (oh >= output_h || ow >= output_w) return;
    float sum = 0.0f;
    for (int ic = 0; ic < in_channels; ++ic)
        for (int kh = 0; kh < kernel_h; ++kh)
            for (int kw = 0; kw < kernel_w; ++kw) {
                int ih = oh * stride - padding + kh;
                int iw = ow * stride - padding + kw;
                if (ih >= 0 && ih < input_h && iw >= 0 && iw < input_w) {
                    int input_idx = n * (in_channels * input_h * input_w) + ic * (input_h * input_w) + ih * input_w + iw;
                    int weight_idx = oc * (in_channels * kernel_h * kernel_w) + ic * (kernel_h * kernel_w) + kh * kernel_w + kw;
                    sum += input[input_idx] * weight[weight_idx];
                }
            }
    int output_idx = n * (out_channels * output_h * output_w) + oc * (output_h * output_w) + oh * output_w + ow;
    output[output_idx] = sum;
}
__global__ void bias_gelu_kernel(float* x, const float* bias, int C, int HW, int total) {
    for (int idx = blockIdx.x * blockDim.x + threadIdx.x; idx < total; idx += blockDim.x * gridDim.x) {
        float v = x[idx] + bias[(idx / HW) % C];
        x[idx] = 0.5f * v * (1.0f + erff(v * 0.70710678f));
    }
}
torch::Tensor conv2d_cuda(torch::Tensor input, torch::Tensor weight, int stride, int padding) {
    auto batch_size = input.size(0);
    auto in_channels = input.size(1);
    auto input_h = input.size(2);
    auto input_w = input.size(3);
    auto out_channels = weight.size(0);
    auto kernel_h = weight.size(2);
    auto kernel_w = weight.size(3);
    auto output_h = (input_h + 2 * padding - kernel_h) / stride + 1;
    auto output_w = (input_w + 2 * padding - kernel_w) / stride + 1;
    auto output = torch::empty({batch_size, out_channels, output_h, output_w}, input.options());
    dim3 block(16, 16);
    int tiles = ((output_w + 15) / 16) * ((output_h + 15) / 16);
    dim3 grid(batch_size, out_channels, tiles);
    conv2d_forward_kernel<<<grid, block>>>(input.data_ptr<float>(), weight.data_ptr<float>(), output.data_ptr<float>(), batch_size, in_channels, out_channels, input_h, input_w, kernel_h, kernel_w, output_h, output_w, stride, padding);
    int total = output.numel();
    bias_gelu_kernel<<<(total + 255) / 256, 256>>>(output.data_ptr<float>(), weight.data_ptr<float>(), out_channels, output_h * output_w, total);
    return output;
}
"""
