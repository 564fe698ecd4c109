#include <torch/extension.h>
#include <cuda.h>
#include <cuda_runtime.h>
#include <c10/cuda/CUDAGuard.h>
#include <ATen/cuda/CUDAContext.h>

template <typename scalar_t>
__device__ __forceinline__ scalar_t sigmoid(scalar_t z) { return scalar_t(1) / (scalar_t(1) + exp(-z)); }

template <typename scalar_t>
__global__ void swish_kernel(const scalar_t* __restrict__ input, scalar_t* __restrict__ output, int64_t size) {
    const int64_t index = blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t stride = blockDim.x * gridDim.x;
    for (int64_t i = index; i < size; i += stride) {
        const scalar_t v = input[i];
        output[i] = v * sigmoid(v);
    }
}

template <typename scalar_t>
__global__ void hardtanh_kernel(const scalar_t* __restrict__ x, scalar_t* __restrict__ out, scalar_t min_val, scalar_t max_val, int64_t numel) {
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < numel) {
        scalar_t val = x[i];
        out[i] = val < min_val ? min_val : (val > max_val ? max_val : val);
    }
}

__global__ void softplus_vec4_kernel(const float* __restrict__ x, float* __restrict__ y, int n) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    int n4 = n / 4;
    const float4* x4 = reinterpret_cast<const float4*>(x);
    float4* y4 = reinterpret_cast<float4*>(y);
    for (int i = tid; i < n4; i += gridDim.x * blockDim.x) {
        float4 v = __ldg(&x4[i]);
        v.x = v.x > 20.f ? v.x : log1pf(expf(v.x));
        v.y = v.y > 20.f ? v.y : log1pf(expf(v.y));
        v.z = v.z > 20.f ? v.z : log1pf(expf(v.z));
        v.w = v.w > 20.f ? v.w : log1pf(expf(v.w));
        y4[i] = v;
    }
    // tail
    int base = n4 * 4;
    int rest = n - base;
    if (tid < rest) {
        float v = x[base + tid];
        y[base + tid] = v > 20.f ? v : log1pf(expf(v));
    }
}

torch::Tensor forward(torch::Tensor x) {
    TORCH_CHECK(x.is_cuda(), "x must be a CUDA tensor");
    auto out = torch::empty_like(x);
    const int64_t n = x.numel();
    const int threads = 256;
    const int blocks = (n + threads - 1) / threads;
    AT_DISPATCH_FLOATING_TYPES_AND_HALF(x.scalar_type(), "swish_cuda", ([&] {
        swish_kernel<scalar_t><<<blocks, threads>>>(x.data_ptr<scalar_t>(), out.data_ptr<scalar_t>(), n);
        hardtanh_kernel<scalar_t><<<blocks, threads>>>(x.data_ptr<scalar_t>(), out.data_ptr<scalar_t>(), static_cast<scalar_t>(-1), static_cast<scalar_t>(1), n);
    }));
    softplus_vec4_kernel<<<std::min(blocks, 65535), threads, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>(), out.data_ptr<float>(), (int)n);
    return out;
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("forward", &forward, "Swish forward (CUDA)"); }
