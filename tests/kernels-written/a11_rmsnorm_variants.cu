#include <torch/extension.h>
#include <cuda_runtime.h>
#include <cuda_fp16.h>

// RMS norm over dim 1 of (B, C, rest)
template <typename scalar_t>
__global__ void rms_norm_kernel(const scalar_t* __restrict__ input, scalar_t* __restrict__ output, const int batch_size, const int num_features, const int numel_per_batch, const float eps) {
    const int tid = blockIdx.x * blockDim.x + threadIdx.x;
    const int total = batch_size * numel_per_batch;
    for (int index = tid; index < total; index += blockDim.x * gridDim.x) {
        const int batch_id = index / numel_per_batch;
        const int offset = index % numel_per_batch;
        const int batch_offset = batch_id * num_features * numel_per_batch;
        scalar_t sumsq = 0;
        for (int f = 0; f < num_features; f++) {
            const scalar_t val = input[batch_offset + f * numel_per_batch + offset];
            sumsq += val * val;
        }
        const scalar_t rms = sqrt(sumsq / num_features + eps);
        for (int f = 0; f < num_features; f++) {
            const int idx = batch_offset + f * numel_per_batch + offset;
            output[idx] = input[idx] / rms;
        }
    }
}
// one block per row, float4 loads
__global__ void rms_norm_rows_kernel(const float* __restrict__ x, const float* __restrict__ g, float* __restrict__ y, int hidden, float eps) {
    const int row = blockIdx.x;
    const float4* xr = reinterpret_cast<const float4*>(x + row * hidden);
    const float4* gr = reinterpret_cast<const float4*>(g);
    float4* yr = reinterpret_cast<float4*>(y + row * hidden);
    float ss = 0.f;
    for (int i = threadIdx.x; i < hidden / 4; i += blockDim.x) {
        float4 v = xr[i];
        ss += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    __shared__ float s_warp[32];
    __shared__ float s_inv;
    for (int o = 16; o; o >>= 1) ss += __shfl_xor_sync(~0u, ss, o);
    if ((threadIdx.x & 31) == 0) s_warp[threadIdx.x >> 5] = ss;
    __syncthreads();
    if (threadIdx.x == 0) {
        float t = 0.f;
        for (int w = 0; w < (blockDim.x + 31) / 32; ++w) t += s_warp[w];
        s_inv = rsqrtf(t / hidden + eps);
    }
    __syncthreads();
    const float inv = s_inv;
    for (int i = threadIdx.x; i < hidden / 4; i += blockDim.x) {
        float4 v = xr[i], w = gr[i];
        yr[i] = make_float4(v.x * inv * w.x, v.y * inv * w.y, v.z * inv * w.z, v.w * inv * w.w);
    }
}
__global__ void rms_norm_half2_kernel(const __half2* __restrict__ x, __half2* __restrict__ y, const int cols2, const float eps) {
    extern __shared__ float red[];
    const __half2* xr = x + (size_t)blockIdx.x * cols2;
    __half2* yr = y + (size_t)blockIdx.x * cols2;
    float acc = 0;
    for (int c = threadIdx.x; c < cols2; c += blockDim.x) {
        float2 f = __half22float2(xr[c]);
        acc += f.x * f.x + f.y * f.y;
    }
    red[threadIdx.x] = acc;
    __syncthreads();
    for (int s = blockDim.x >> 1; s >= 1; s >>= 1) {
        if (threadIdx.x < s) red[threadIdx.x] += red[threadIdx.x + s];
        __syncthreads();
    }
    const float r = rsqrtf(red[0] / (2 * cols2) + eps);
    for (int c = threadIdx.x; c < cols2; c += blockDim.x) yr[c] = __hmul2(xr[c], __float2half2_rn(r));
}
torch::Tensor rms_norm_cuda_forward(torch::Tensor input, torch::Tensor g, float eps) {
    auto output = torch::empty_like(input);
    const int batch_size = input.size(0);
    const int num_features = input.size(1);
    int numel_per_batch = 1;
    for (int i = 2; i < input.dim(); i++) numel_per_batch *= input.size(i);
    const int total = batch_size * numel_per_batch;
    const int threads_per_block = 256;
    const int max_blocks = 65535;
    const int blocks = min((total + threads_per_block - 1) / threads_per_block, max_blocks);
    AT_DISPATCH_FLOATING_TYPES_AND_HALF(input.scalar_type(), "rms_norm_cuda", ([&] {
        rms_norm_kernel<scalar_t><<<blocks, threads_per_block>>>(input.data_ptr<scalar_t>(), output.data_ptr<scalar_t>(), batch_size, num_features, numel_per_batch, eps);
    }));
    rms_norm_rows_kernel<<<batch_size, 256>>>(input.data_ptr<float>(), g.data_ptr<float>(), output.data_ptr<float>(), num_features, eps);
    rms_norm_half2_kernel<<<batch_size, 256, 256 * sizeof(float)>>>((const __half2*)input.data_ptr(), (__half2*)output.data_ptr(), num_features / 2, eps);
    return output;
}
