#include <torch/extension.h>
#include <cuda_runtime.h>
#include <cfloat>

#define THREADS_PER_BLOCK 256

template <typename scalar_t>
__global__ void softmax_forward_kernel(const scalar_t* __restrict__ x, scalar_t* __restrict__ y, int num_features) {
    int batch_idx = blockIdx.x;
    int tid = threadIdx.x;
    const scalar_t* x_row = x + batch_idx * num_features;
    scalar_t* y_row = y + batch_idx * num_features;

    extern __shared__ float sdata[];
    float thread_max = -INFINITY;
    for (int i = tid; i < num_features; i += blockDim.x) {
        float val = static_cast<float>(x_row[i]);
        thread_max = fmaxf(thread_max, val);
    }
    sdata[tid] = thread_max;
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) sdata[tid] = fmaxf(sdata[tid], sdata[tid + s]);
        __syncthreads();
    }
    float max_val = sdata[0];
    __syncthreads();

    float thread_sum = 0.0f;
    for (int i = tid; i < num_features; i += blockDim.x) {
        float e = __expf(static_cast<float>(x_row[i]) - max_val);
        y_row[i] = e;
        thread_sum += e;
    }
    sdata[tid] = thread_sum;
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    float sum = sdata[0];
    for (int i = tid; i < num_features; i += blockDim.x) y_row[i] = y_row[i] / sum;
}

// Warp-level two pass softmax with static shared
__inline__ __device__ float warp_reduce_max(float val) {
    #pragma unroll
    for (int offset = 16; offset > 0; offset /= 2) val = fmaxf(val, __shfl_xor_sync(0xffffffff, val, offset));
    return val;
}
__inline__ __device__ float warp_reduce_sum(float val) {
    #pragma unroll
    for (int offset = 16; offset > 0; offset /= 2) val += __shfl_xor_sync(0xffffffff, val, offset);
    return val;
}
__global__ void log_softmax_kernel(const float* __restrict__ input, float* __restrict__ output, const int batch_size, const int dim) {
    __shared__ float warp_vals[32];
    __shared__ float row_max, row_sum;
    const int row = blockIdx.x;
    if (row >= batch_size) return;
    const int lane = threadIdx.x & 31;
    const int warp_id = threadIdx.x >> 5;
    const int num_warps = (blockDim.x + 31) / 32;
    const float* in = input + (size_t)row * dim;
    float* out = output + (size_t)row * dim;
    float m = -FLT_MAX;
    for (int c = threadIdx.x; c < dim; c += blockDim.x) m = fmaxf(m, in[c]);
    m = warp_reduce_max(m);
    if (lane == 0) warp_vals[warp_id] = m;
    __syncthreads();
    if (warp_id == 0) {
        m = lane < num_warps ? warp_vals[lane] : -FLT_MAX;
        m = warp_reduce_max(m);
        if (lane == 0) row_max = m;
    }
    __syncthreads();
    m = row_max;
    float s = 0.f;
    for (int c = threadIdx.x; c < dim; c += blockDim.x) s += expf(in[c] - m);
    s = warp_reduce_sum(s);
    if (lane == 0) warp_vals[warp_id] = s;
    __syncthreads();
    if (warp_id == 0) {
        s = lane < num_warps ? warp_vals[lane] : 0.f;
        s = warp_reduce_sum(s);
        if (lane == 0) row_sum = logf(s);
    }
    __syncthreads();
    for (int c = threadIdx.x; c < dim; c += blockDim.x) out[c] = in[c] - m - row_sum;
}

torch::Tensor softmax_cuda(torch::Tensor x) {
    int batch = x.size(0), feats = x.size(1);
    auto y = torch::empty_like(x);
    AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "softmax", ([&] {
        softmax_forward_kernel<scalar_t><<<batch, THREADS_PER_BLOCK, THREADS_PER_BLOCK * sizeof(float)>>>(x.data_ptr<scalar_t>(), y.data_ptr<scalar_t>(), feats);
    }));
    log_softmax_kernel<<<batch, THREADS_PER_BLOCK>>>(x.data_ptr<float>(), y.data_ptr<float>(), batch, feats);
    return y;
}
