#include <torch/extension.h>
#include <cuda_runtime.h>
#include <c10/cuda/CUDAStream.h>
__global__ void frobenius_norm_kernel(const float* __restrict__ input, float* __restrict__ norm_out, int numel) {
    __shared__ float shared_sum[256];
    int tid = threadIdx.x;
    int idx = blockIdx.x * blockDim.x + tid;
    float sum = 0.0f;
    while (idx < numel) {
        float v = input[idx];
        sum += v * v;
        idx += blockDim.x * gridDim.x;
    }
    shared_sum[tid] = sum;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 32; stride >>= 1) {
        if (tid < stride) shared_sum[tid] += shared_sum[tid + stride];
        __syncthreads();
    }
    if (tid < 32) {
        volatile float* smem = shared_sum;
        if (blockDim.x >= 64) smem[tid] += smem[tid + 32];
        smem[tid] += smem[tid + 16];
        smem[tid] += smem[tid + 8];
        smem[tid] += smem[tid + 4];
        smem[tid] += smem[tid + 2];
        smem[tid] += smem[tid + 1];
    }
    if (tid == 0) atomicAdd(norm_out, shared_sum[0]);
}
__global__ void normalize_kernel(const float* __restrict__ input, float* __restrict__ output, const float norm, int numel) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < numel) output[idx] = input[idx] / norm;
}
template <typename scalar_t>
__global__ void l2_norm_rows(const scalar_t* __restrict__ input, scalar_t* __restrict__ output, const int C, const int total_vectors, const int stride_C, const int outer_stride) {
    const int vector_idx = blockIdx.x;
    if (vector_idx >= total_vectors) return;
    const int base_offset = vector_idx * outer_stride;
    scalar_t sum = 0;
    for (int k = threadIdx.x; k < C; k += blockDim.x) { const scalar_t v = input[base_offset + k * stride_C]; sum += v * v; }
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
    __shared__ scalar_t shared_sum[32];
    if (threadIdx.x % 32 == 0) shared_sum[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = (threadIdx.x < (blockDim.x + 31) / 32) ? shared_sum[threadIdx.x] : 0;
        for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
        if (threadIdx.x == 0) shared_sum[0] = rsqrt(sum + 1e-12);
    }
    __syncthreads();
    const scalar_t inv = shared_sum[0];
    for (int k = threadIdx.x; k < C; k += blockDim.x) output[base_offset + k * stride_C] = input[base_offset + k * stride_C] * inv;
}
// two stage sum with last block
__device__ unsigned int g_done = 0;
__global__ void sum_last_block(const float* x, float* partial, float* out, int n) {
    __shared__ float s[256];
    __shared__ bool last;
    float v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += x[i];
    s[threadIdx.x] = v; __syncthreads();
    for (int k = 128; k; k >>= 1) { if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k]; __syncthreads(); }
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = s[0];
        __threadfence();
        unsigned t = atomicInc(&g_done, gridDim.x);
        last = (t == gridDim.x - 1);
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        float a = 0;
        for (int i = 0; i < gridDim.x; ++i) a += ((volatile float*)partial)[i];
        *out = a;
        g_done = 0;
    }
}
torch::Tensor forward(torch::Tensor input) {
    auto output = torch::empty_like(input);
    auto norm = torch::zeros({1}, input.options());
    int numel = input.numel();
    const int threads = 256;
    const int blocks = min(65535, (numel + threads - 1) / threads);
    frobenius_norm_kernel<<<blocks, threads>>>(input.data_ptr<float>(), norm.data_ptr<float>(), numel);
    normalize_kernel<<<blocks, threads>>>(input.data_ptr<float>(), output.data_ptr<float>(), 1.f, numel);
    const int C = input.size(1), outer = input.size(0), outer_stride = input.stride(0), stride_C = input.stride(1);
    AT_DISPATCH_FLOATING_TYPES(input.scalar_type(), "l2", ([&] { l2_norm_rows<scalar_t><<<outer, threads>>>(input.data_ptr<scalar_t>(), output.data_ptr<scalar_t>(), C, outer, stride_C, outer_stride); }));
    sum_last_block<<<64, 256>>>(input.data_ptr<float>(), output.data_ptr<float>(), norm.data_ptr<float>(), numel);
    return output;
}
