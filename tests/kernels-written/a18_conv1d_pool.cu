#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAException.h>
__constant__ float c_weight[4096];
__global__ void conv1d_const_kernel(const float* __restrict__ x, float* __restrict__ y, int N, int C_in, int L_in, int C_out, int L_out, int K, int stride, int dilation) {
    int idx = blockDim.x * blockIdx.x + threadIdx.x;
    int total = N * C_out * L_out;
    while (idx < total) {
        int lo = idx % L_out;
        int co = (idx / L_out) % C_out;
        int n = idx / (L_out * C_out);
        float acc = 0.0f;
        for (int ci = 0; ci < C_in; ++ci)
            for (int k = 0; k < K; ++k) {
                int li = lo * stride + k * dilation;
                if (li < L_in) acc += x[(n * C_in + ci) * L_in + li] * c_weight[(co * C_in + ci) * K + k];
            }
        y[idx] = acc;
        idx += blockDim.x * gridDim.x;
    }
}
template <int BLOCK, int KS>
__global__ void avg_pool1d_shared_kernel(const float* __restrict__ in, float* __restrict__ out, const int L_in, const int L_out, const int pad) {
    __shared__ float tile[BLOCK + KS - 1];
    const int row = blockIdx.y;
    const int start = blockIdx.x * BLOCK;
    const float* src = in + (long long)row * L_in;
    for (int i = threadIdx.x; i < BLOCK + KS - 1; i += BLOCK) {
        int p = start + i - pad;
        tile[i] = (p >= 0 && p < L_in) ? src[p] : 0.f;
    }
    __syncthreads();
    int o = start + threadIdx.x;
    if (o < L_out) {
        float s = 0.f;
#pragma unroll
        for (int k = 0; k < KS; ++k) s += tile[threadIdx.x + k];
        out[(long long)row * L_out + o] = s * (1.f / KS);
    }
}
// MISTAKE: early return before the barrier
template <int BLOCK>
__global__ void max_pool1d_early_return(const float* in, float* out, int L_in, int L_out, int ks) {
    extern __shared__ float tile[];
    int o = blockIdx.x * BLOCK + threadIdx.x;
    if (o >= L_out) return;
    tile[threadIdx.x] = in[blockIdx.y * L_in + o];
    __syncthreads();
    float m = tile[threadIdx.x];
    for (int k = 1; k < ks && threadIdx.x + k < BLOCK; ++k) m = fmaxf(m, tile[threadIdx.x + k]);
    out[blockIdx.y * L_out + o] = m;
}
torch::Tensor f(torch::Tensor x, torch::Tensor w) {
    int N = x.size(0), C = x.size(1), L = x.size(2), K = w.size(2), CO = w.size(0);
    int LO = L - K + 1;
    auto y = torch::empty({N, CO, LO}, x.options());
    cudaMemcpyToSymbol(c_weight, w.data_ptr<float>(), w.numel() * sizeof(float), 0, cudaMemcpyDeviceToDevice);
    int threads = 256;
    int blocks = std::min((N * CO * LO + threads - 1) / threads, 65535);
    conv1d_const_kernel<<<blocks, threads, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>(), y.data_ptr<float>(), N, C, L, CO, LO, K, 1, 1);
    C10_CUDA_KERNEL_LAUNCH_CHECK();
    dim3 grid((LO + 127) / 128, N * C);
    avg_pool1d_shared_kernel<128, 5><<<grid, 128>>>(x.data_ptr<float>(), y.data_ptr<float>(), L, LO, 2);
    max_pool1d_early_return<128><<<grid, 128, 128 * sizeof(float)>>>(x.data_ptr<float>(), y.data_ptr<float>(), L, LO, K);
    return y;
}
