#include <torch/extension.h>
#define BLOCK_SIZE_X 8
#define BLOCK_SIZE_Y 8
#define BLOCK_SIZE_Z 4
__global__ void conv3d_kernel(const float* __restrict__ input, const float* __restrict__ weight, const float* __restrict__ bias, float* __restrict__ output, int N, int C, int D, int H, int W, int K, int kD, int kH, int kW, int oD, int oH, int oW, int stride, int pad) {
    int ow = blockIdx.x * blockDim.x + threadIdx.x;
    int oh = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    int od = z % oD;
    int nk = z / oD;
    int k = nk % K;
    int n = nk / K;
    if (ow >= oW || oh >= oH || n >= N) return;
    float acc = bias ? bias[k] : 0.f;
    for (int c = 0; c < C; c++)
        for (int kd = 0; kd < kD; kd++) {
            int id = od * stride - pad + kd;
            if (id < 0 || id >= D) continue;
            for (int kh = 0; kh < kH; kh++) {
                int ih = oh * stride - pad + kh;
                if (ih < 0 || ih >= H) continue;
                for (int kw = 0; kw < kW; kw++) {
                    int iw = ow * stride - pad + kw;
                    if (iw >= 0 && iw < W) acc += input[(((n * C + c) * D + id) * H + ih) * W + iw] * weight[(((k * C + c) * kD + kd) * kH + kh) * kW + kw];
                }
            }
        }
    output[(((n * K + k) * oD + od) * oH + oh) * oW + ow] = acc;
}
// im2col
__global__ void im2col_kernel(const int n, const float* data_im, const int height, const int width, const int ksize, const int pad, const int stride, const int height_col, const int width_col, float* data_col) {
    for (int index = blockIdx.x * blockDim.x + threadIdx.x; index < n; index += blockDim.x * gridDim.x) {
        int w_out = index % width_col;
        int h_index = index / width_col;
        int h_out = h_index % height_col;
        int channel_in = h_index / height_col;
        int channel_out = channel_in * ksize * ksize;
        int h_in = h_out * stride - pad;
        int w_in = w_out * stride - pad;
        float* col = data_col + (channel_out * height_col + h_out) * width_col + w_out;
        const float* im = data_im + (channel_in * height + h_in) * width + w_in;
        for (int i = 0; i < ksize; ++i)
            for (int j = 0; j < ksize; ++j) {
                int h = h_in + i, w = w_in + j;
                *col = (h >= 0 && w >= 0 && h < height && w < width) ? im[i * width + j] : 0;
                col += height_col * width_col;
            }
    }
}
__global__ void pixel_shuffle_kernel(const float* in, float* out, int B, int C, int H, int W, int r) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= B * C * r * r * H * W) return;
    int w = i % (W * r), h = (i / (W * r)) % (H * r), c = (i / (W * r * H * r)) % C, b = i / (W * r * H * r * C);
    out[i] = in[((b * C * r * r + c * r * r + (h % r) * r + w % r) * H + h / r) * W + w / r];
}
__global__ void upsample_nearest_bwd(const float* gout, float* gin, int NC, int H, int W, int s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= NC * H * W) return;
    int w = i % W, h = (i / W) % H, nc = i / (H * W);
    float a = 0;
    for (int y = 0; y < s; ++y) for (int x = 0; x < s; ++x) a += gout[(nc * H * s + h * s + y) * W * s + w * s + x];
    gin[i] = a;
}
torch::Tensor go(torch::Tensor x, torch::Tensor w, int stride, int pad) {
    int N = x.size(0), C = x.size(1), D = x.size(2), H = x.size(3), W = x.size(4), K = w.size(0), k = w.size(2);
    int oD = (D + 2 * pad - k) / stride + 1, oH = (H + 2 * pad - k) / stride + 1, oW = (W + 2 * pad - k) / stride + 1;
    auto y = torch::empty({N, K, oD, oH, oW}, x.options());
    dim3 block(BLOCK_SIZE_X, BLOCK_SIZE_Y, BLOCK_SIZE_Z);
    dim3 grid((oW + block.x - 1) / block.x, (oH + block.y - 1) / block.y, (N * K * oD + block.z - 1) / block.z);
    conv3d_kernel<<<grid, block>>>(x.data_ptr<float>(), w.data_ptr<float>(), nullptr, y.data_ptr<float>(), N, C, D, H, W, K, k, k, k, oD, oH, oW, stride, pad);
    int n = C * oH * oW;
    im2col_kernel<<<(n + 511) / 512, 512>>>(n, x.data_ptr<float>(), H, W, k, pad, stride, oH, oW, y.data_ptr<float>());
    int tot = N * C * 4 * H * W;
    pixel_shuffle_kernel<<<(tot + 255) / 256, 256>>>(x.data_ptr<float>(), y.data_ptr<float>(), N, C, H, W, 2);
    upsample_nearest_bwd<<<(N * C * H * W + 255) / 256, 256>>>(x.data_ptr<float>(), y.data_ptr<float>(), N * C, H, W, 2);
    return y;
}
