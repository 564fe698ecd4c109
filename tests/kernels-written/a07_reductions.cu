#include <torch/extension.h>
#include <cuda.h>
#include <cuda_runtime.h>

// mean over dim
template <typename scalar_t>
__global__ void mean_reduce_kernel(const scalar_t* __restrict__ input, scalar_t* __restrict__ output, int64_t outer_size, int64_t dim_size, int64_t inner_size) {
    const int64_t out_idx = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (out_idx >= outer_size * inner_size) return;
    const int64_t outer = out_idx / inner_size;
    const int64_t inner = out_idx % inner_size;
    scalar_t sum = 0;
    for (int64_t i = 0; i < dim_size; ++i) sum += input[outer * dim_size * inner_size + i * inner_size + inner];
    output[out_idx] = sum / static_cast<scalar_t>(dim_size);
}

// argmax one block per (outer, inner)
__global__ void argmax_kernel(const float* __restrict__ x, int64_t* __restrict__ indices, const int outerSize, const int dimSize, const int innerSize) {
    const int idx = blockIdx.x;
    if (idx >= outerSize * innerSize) return;
    const int outer = idx / innerSize, inner = idx % innerSize;
    const int start = outer * dimSize * innerSize + inner;
    extern __shared__ unsigned char shared_raw[];
    float* s_val = (float*)shared_raw;
    int* s_idx = (int*)(s_val + blockDim.x);
    float max_val = -FLT_MAX;
    int max_idx = 0;
    for (int d = threadIdx.x; d < dimSize; d += blockDim.x) {
        float v = x[start + d * innerSize];
        if (v > max_val) { max_val = v; max_idx = d; }
    }
    s_val[threadIdx.x] = max_val;
    s_idx[threadIdx.x] = max_idx;
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s) {
            if (s_val[threadIdx.x + s] > s_val[threadIdx.x] || (s_val[threadIdx.x + s] == s_val[threadIdx.x] && s_idx[threadIdx.x + s] < s_idx[threadIdx.x])) {
                s_val[threadIdx.x] = s_val[threadIdx.x + s];
                s_idx[threadIdx.x] = s_idx[threadIdx.x + s];
            }
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) indices[idx] = s_idx[0];
}

// cumsum exclusive, a thread per line
__global__ void cumsum_kernel(const float* __restrict__ in, float* __restrict__ out, int outer, int stride, int inner) {
    int idx = blockIdx.x;
    int outer_idx = idx / inner;
    int inner_idx = idx % inner;
    if (outer_idx < outer) {
        float sum = 0.f;
        int base = outer_idx * stride * inner + inner_idx;
        for (int i = 0; i < stride; ++i) {
            int k = base + i * inner;
            sum += __ldg(&in[k]);
            out[k] = sum;
        }
    }
}
// reverse cumsum within a block with shared
__global__ void cumsum_block_kernel(const float* __restrict__ in, float* __restrict__ out, int n) {
    extern __shared__ float temp[];
    int row = blockIdx.x, tid = threadIdx.x;
    const float* r = in + (int64_t)row * n;
    float* o = out + (int64_t)row * n;
    float carry = 0.f;
    for (int base = 0; base < n; base += blockDim.x) {
        int i = base + tid;
        temp[tid] = i < n ? r[i] : 0.f;
        __syncthreads();
        for (int off = 1; off < blockDim.x; off <<= 1) {
            float t = 0.f;
            if (tid >= off) t = temp[tid - off];
            __syncthreads();
            if (tid >= off) temp[tid] += t;
            __syncthreads();
        }
        if (i < n) o[i] = temp[tid] + carry;
        carry += temp[blockDim.x - 1];
        __syncthreads();
    }
}
torch::Tensor argmax(torch::Tensor x, int64_t dim) {
    int outer = 1, inner = 1;
    auto sizes = x.sizes();
    for (int d = 0; d < dim; d++) outer *= sizes[d];
    int dimSize = sizes[dim];
    for (int d = dim + 1; d < x.dim(); d++) inner *= sizes[d];
    auto out = torch::empty({outer, inner}, x.options().dtype(torch::kLong));
    const int threads = 256;
    argmax_kernel<<<outer * inner, threads, threads * (sizeof(float) + sizeof(int))>>>(x.data_ptr<float>(), out.data_ptr<int64_t>(), outer, dimSize, inner);
    AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "mean", ([&] {
        mean_reduce_kernel<scalar_t><<<(outer * inner + 255) / 256, 256>>>(x.data_ptr<scalar_t>(), x.data_ptr<scalar_t>(), outer, dimSize, inner);
    }));
    cumsum_kernel<<<outer * inner, 1>>>(x.data_ptr<float>(), x.data_ptr<float>(), outer, dimSize, inner);
    cumsum_block_kernel<<<outer, threads, threads * sizeof(float)>>>(x.data_ptr<float>(), x.data_ptr<float>(), dimSize);
    return out;
}
