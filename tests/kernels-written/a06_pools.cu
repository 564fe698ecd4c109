#include <torch/extension.h>
#include <cuda_runtime.h>
#include <limits>

template <typename scalar_t, int KERNEL_SIZE>
__global__ void max_pool2d_unrolled_kernel(const scalar_t* __restrict__ input, scalar_t* __restrict__ output, const int batch_size, const int channels, const int input_height, const int input_width, const int output_height, const int output_width, const int stride, const int padding, const int dilation) {
    const int output_idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (output_idx >= batch_size * channels * output_height * output_width) return;
    const int ow = output_idx % output_width;
    const int oh = (output_idx / output_width) % output_height;
    const int c = (output_idx / (output_width * output_height)) % channels;
    const int b = output_idx / (output_width * output_height * channels);
    scalar_t max_val = -std::numeric_limits<scalar_t>::infinity();
    const int base = b * channels * input_height * input_width + c * input_height * input_width;
    #pragma unroll
    for (int kh = 0; kh < KERNEL_SIZE; kh++) {
        #pragma unroll
        for (int kw = 0; kw < KERNEL_SIZE; kw++) {
            const int ih = oh * stride - padding + kh * dilation;
            const int iw = ow * stride - padding + kw * dilation;
            if (ih >= 0 && ih < input_height && iw >= 0 && iw < input_width) {
                const int idx = base + ih * input_width + iw;
                max_val = max(max_val, __ldg(&input[idx]));
            }
        }
    }
    output[output_idx] = max_val;
}

__global__ void avg_pool3d_forward_kernel(const float* __restrict__ input, float* __restrict__ output, int batch_size, int channels, int in_d, int in_h, int in_w, int out_d, int out_h, int out_w, int kernel_size, int stride, int padding) {
    int w_out = blockIdx.x * blockDim.x + threadIdx.x;
    int h_out = blockIdx.y * blockDim.y + threadIdx.y;
    int idx = blockIdx.z;
    int d_out = idx % out_d; idx /= out_d;
    int c = idx % channels;
    int n = idx / channels;
    if (h_out >= out_h || w_out >= out_w || n >= batch_size) return;
    int d_start = d_out * stride - padding, h_start = h_out * stride - padding, w_start = w_out * stride - padding;
    int d0 = max(d_start, 0), d1 = min(d_start + kernel_size, in_d);
    int h0 = max(h_start, 0), h1 = min(h_start + kernel_size, in_h);
    int w0 = max(w_start, 0), w1 = min(w_start + kernel_size, in_w);
    float sum = 0.0f;
    int base = (n * channels + c) * in_d;
    for (int d = d0; d < d1; ++d)
        for (int h = h0; h < h1; ++h)
            for (int w = w0; w < w1; ++w) sum += input[((base + d) * in_h + h) * in_w + w];
    int pool_volume = kernel_size * kernel_size * kernel_size;
    output[(((n * channels + c) * out_d + d_out) * out_h + h_out) * out_w + w_out] = sum / pool_volume;
}

__global__ void max_pool1d_kernel(const float* __restrict__ input, float* __restrict__ output, int64_t* __restrict__ indices, const int num_channels, const int input_length, const int kernel_size, const int stride, const int padding, const int dilation, const int output_length, bool return_indices) {
    const int b = blockIdx.z;
    const int c = blockIdx.y;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= num_channels || i >= output_length) return;
    const int start = i * stride - padding;
    float best = -INFINITY;
    int best_i = -1;
    for (int k = 0; k < kernel_size; ++k) {
        const int pos = start + k * dilation;
        if (pos >= 0 && pos < input_length) {
            const float v = input[b * num_channels * input_length + c * input_length + pos];
            if (v > best) { best = v; best_i = pos; }
        }
    }
    const int o = b * num_channels * output_length + c * output_length + i;
    output[o] = best;
    if (return_indices) indices[o] = best_i;
}

torch::Tensor pool(torch::Tensor input, int kernel_size, int stride, int padding, int dilation) {
    const auto batch_size = input.size(0);
    const auto channels = input.size(1);
    const auto H = input.size(2), W = input.size(3);
    const auto OH = ((H + 2 * padding - dilation * (kernel_size - 1) - 1) / stride) + 1;
    const auto OW = ((W + 2 * padding - dilation * (kernel_size - 1) - 1) / stride) + 1;
    auto output = torch::empty({batch_size, channels, OH, OW}, input.options());
    const int threads = 256;
    const int blocks = (batch_size * channels * OH * OW + threads - 1) / threads;
    AT_DISPATCH_FLOATING_TYPES(input.scalar_type(), "max_pool2d", ([&] {
        switch (kernel_size) {
            case 2: max_pool2d_unrolled_kernel<scalar_t, 2><<<blocks, threads>>>(input.data_ptr<scalar_t>(), output.data_ptr<scalar_t>(), batch_size, channels, H, W, OH, OW, stride, padding, dilation); break;
            case 3: max_pool2d_unrolled_kernel<scalar_t, 3><<<blocks, threads>>>(input.data_ptr<scalar_t>(), output.data_ptr<scalar_t>(), batch_size, channels, H, W, OH, OW, stride, padding, dilation); break;
        }
    }));
    dim3 block(32, 8);
    dim3 grid((OW + block.x - 1) / block.x, (OH + block.y - 1) / block.y, batch_size * channels * OH);
    avg_pool3d_forward_kernel<<<grid, block>>>(input.data_ptr<float>(), output.data_ptr<float>(), batch_size, channels, H, H, W, OH, OH, OW, kernel_size, stride, padding);
    const dim3 g1((OW + 255) / 256, channels, batch_size);
    max_pool1d_kernel<<<g1, dim3(256)>>>(input.data_ptr<float>(), output.data_ptr<float>(), nullptr, channels, W, kernel_size, stride, padding, dilation, OW, false);
    return output;
}
