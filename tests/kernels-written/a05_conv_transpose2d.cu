#include <torch/extension.h>
#include <pybind11/pybind11.h>
namespace py = pybind11;

template <typename scalar_t>
__global__ void conv_transpose2d_kernel(
    const scalar_t* __restrict__ input, const scalar_t* __restrict__ weight, const scalar_t* __restrict__ bias, scalar_t* __restrict__ output,
    const int batch, const int in_channels, const int in_h, const int in_w, const int out_channels, const int out_h, const int out_w,
    const int kernel_h, const int kernel_w, const int stride_h, const int stride_w, const int pad_h, const int pad_w, const int dilation_h, const int dilation_w, const int groups) {
    const int index = blockIdx.x * blockDim.x + threadIdx.x;
    const int total = batch * out_channels * out_h * out_w;
    if (index >= total) return;
    const int ow = index % out_w;
    const int oh = (index / out_w) % out_h;
    const int oc = (index / (out_w * out_h)) % out_channels;
    const int b = index / (out_w * out_h * out_channels);
    const int oc_per_group = out_channels / groups;
    const int ic_per_group = in_channels / groups;
    const int g = oc / oc_per_group;
    scalar_t sum = bias != nullptr ? bias[oc] : scalar_t(0);
    for (int ic = g * ic_per_group; ic < (g + 1) * ic_per_group; ++ic) {
        for (int kh = 0; kh < kernel_h; ++kh) {
            const int h_temp = oh + pad_h - kh * dilation_h;
            if (h_temp < 0 || h_temp % stride_h != 0) continue;
            const int ih = h_temp / stride_h;
            if (ih >= in_h) continue;
            for (int kw = 0; kw < kernel_w; ++kw) {
                const int w_temp = ow + pad_w - kw * dilation_w;
                if (w_temp < 0 || w_temp % stride_w != 0) continue;
                const int iw = w_temp / stride_w;
                if (iw >= in_w) continue;
                sum += input[((b * in_channels + ic) * in_h + ih) * in_w + iw] * weight[((ic * oc_per_group + (oc - g * oc_per_group)) * kernel_h + kh) * kernel_w + kw];
            }
        }
    }
    output[index] = sum;
}

// grid of 3 dims version, each thread several output channels
__global__ void conv_transpose1d_kernel(const float* input, const float* weight, float* output, int N, int C_in, int L_in, int C_out, int L_out, int K, int stride, int padding) {
    int l = blockIdx.x * blockDim.x + threadIdx.x;
    int c = blockIdx.y;
    int n = blockIdx.z;
    if (l < L_out) {
        float acc = 0.f;
        for (int k = 0; k < K; k++) {
            int pos = l + padding - k;
            if (pos % stride == 0) {
                int i = pos / stride;
                if (i >= 0 && i < L_in)
                    for (int ci = 0; ci < C_in; ci++) acc += input[(n * C_in + ci) * L_in + i] * weight[(ci * C_out + c) * K + k];
            }
        }
        output[(n * C_out + c) * L_out + l] = acc;
    }
}

torch::Tensor forward(torch::Tensor x, torch::Tensor weight, py::object bias_obj, int stride, int padding) {
    torch::Tensor bias;
    const int b = x.size(0), ic = x.size(1), h = x.size(2), w = x.size(3), oc = weight.size(1), kh = weight.size(2), kw = weight.size(3);
    const int oh = (h - 1) * stride - 2 * padding + kh;
    const int ow = (w - 1) * stride - 2 * padding + kw;
    auto out = torch::zeros({b, oc, oh, ow}, x.options());
    const int threads = 256;
    const int total = b * oc * oh * ow;
    const int blocks = (total + threads - 1) / threads;
    AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "convt", [&] {
        conv_transpose2d_kernel<scalar_t><<<blocks, threads>>>(x.data_ptr<scalar_t>(), weight.data_ptr<scalar_t>(), nullptr, out.data_ptr<scalar_t>(), b, ic, h, w, oc, oh, ow, kh, kw, stride, stride, padding, padding, 1, 1, 1);
    });
    dim3 grid((ow + 127) / 128, oc, b);
    conv_transpose1d_kernel<<<grid, 128>>>(x.data_ptr<float>(), weight.data_ptr<float>(), out.data_ptr<float>(), b, ic, w, oc, ow, kw, stride, padding);
    return out;
}
