#include <torch/extension.h>
#include <cuda_runtime.h>
#define TILE_W 32
#define TILE_H 8
template <typename scalar_t>
__global__ void depthwise_conv2d_kernel(const scalar_t* __restrict__ input, const scalar_t* __restrict__ weight, const scalar_t* __restrict__ bias, scalar_t* __restrict__ output, int batch_size, int channels, int in_h, int in_w, int out_h, int out_w, int kernel_size, int stride, int padding) {
    const int bc = blockIdx.z;
    const int b = bc / channels;
    const int c = bc % channels;
    const int ow = blockIdx.x * blockDim.x + threadIdx.x;
    const int oh = blockIdx.y * blockDim.y + threadIdx.y;
    if (ow < out_w && oh < out_h && b < batch_size) {
        scalar_t sum = 0;
        for (int kh = 0; kh < kernel_size; ++kh) {
            const int ih = oh * stride - padding + kh;
            if (ih < 0 || ih >= in_h) continue;
            for (int kw = 0; kw < kernel_size; ++kw) {
                const int iw = ow * stride - padding + kw;
                if (iw < 0 || iw >= in_w) continue;
                sum += input[((b * channels + c) * in_h + ih) * in_w + iw] * weight[(c * kernel_size + kh) * kernel_size + kw];
            }
        }
        if (bias != nullptr) sum += bias[c];
        output[((b * channels + c) * out_h + oh) * out_w + ow] = sum;
    }
}
// shared tile with halo (3x3, stride 1)
__global__ void depthwise3x3_shared_kernel(const float* __restrict__ input, const float* __restrict__ weight, float* __restrict__ output, const int channels, const int H, const int W) {
    __shared__ float tile[TILE_H + 2][TILE_W + 2];
    __shared__ float w_s[9];
    const int plane = blockIdx.z;
    const int c = plane % channels;
    const float* in_p = input + plane * H * W;
    float* out_p = output + plane * H * W;
    const int x0 = blockIdx.x * TILE_W, y0 = blockIdx.y * TILE_H;
    const int tid = threadIdx.y * TILE_W + threadIdx.x;
    if (tid < 9) w_s[tid] = weight[c * 9 + tid];
    for (int i = tid; i < (TILE_H + 2) * (TILE_W + 2); i += TILE_W * TILE_H) {
        const int ty = i / (TILE_W + 2), tx = i % (TILE_W + 2);
        const int gy = y0 + ty - 1, gx = x0 + tx - 1;
        tile[ty][tx] = (gy >= 0 && gy < H && gx >= 0 && gx < W) ? in_p[gy * W + gx] : 0.f;
    }
    __syncthreads();
    const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
    if (x < W && y < H) {
        float acc = 0.f;
#pragma unroll
        for (int dy = 0; dy < 3; ++dy)
#pragma unroll
            for (int dx = 0; dx < 3; ++dx) acc += tile[threadIdx.y + dy][threadIdx.x + dx] * w_s[dy * 3 + dx];
        out_p[y * W + x] = acc;
    }
}
__global__ void pointwise_conv_kernel(const float* __restrict__ in, const float* __restrict__ w, float* __restrict__ out, int B, int IC, int OC, int HW) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx >= B * OC * HW) return;
    int hw = idx % HW, oc = (idx / HW) % OC, b = idx / (HW * OC);
    float s = 0.f;
    const float* ip = in + b * IC * HW + hw;
    const float* wp = w + oc * IC;
    #pragma unroll 4
    for (int ic = 0; ic < IC; ++ic) s += ip[ic * HW] * wp[ic];
    out[idx] = s;
}
at::Tensor forward(at::Tensor input, at::Tensor weight, c10::optional<at::Tensor> bias_opt, int stride, int padding) {
    const int batch_size = input.size(0);
    const int channels = input.size(1);
    const int in_h = input.size(2);
    const int in_w = input.size(3);
    const int kernel_size = weight.size(2);
    const int out_h = (in_h + 2 * padding - kernel_size) / stride + 1;
    const int out_w = (in_w + 2 * padding - kernel_size) / stride + 1;
    auto output = at::empty({batch_size, channels, out_h, out_w}, input.options());
    const dim3 threads(TILE_W, TILE_H);
    const dim3 blocks((out_w + TILE_W - 1) / TILE_W, (out_h + TILE_H - 1) / TILE_H, batch_size * channels);
    AT_DISPATCH_FLOATING_TYPES(input.scalar_type(), "depthwise_conv2d", [&] {
        depthwise_conv2d_kernel<scalar_t><<<blocks, threads>>>(input.data_ptr<scalar_t>(), weight.data_ptr<scalar_t>(), bias_opt ? bias_opt->data_ptr<scalar_t>() : nullptr, output.data_ptr<scalar_t>(), batch_size, channels, in_h, in_w, out_h, out_w, kernel_size, stride, padding);
    });
    depthwise3x3_shared_kernel<<<blocks, threads>>>(input.data_ptr<float>(), weight.data_ptr<float>(), output.data_ptr<float>(), channels, in_h, in_w);
    const int total = batch_size * channels * in_h * in_w;
    pointwise_conv_kernel<<<(total + 255) / 256, 256>>>(input.data_ptr<float>(), weight.data_ptr<float>(), output.data_ptr<float>(), batch_size, channels, channels, in_h * in_w);
    return output;
}
