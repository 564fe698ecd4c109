#include <torch/extension.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#define BLOCK_SIZE 256
#define LAUNCH_CHECK() do { cudaError_t e = cudaGetLastError(); if (e != cudaSuccess) printf("%s\n", cudaGetErrorString(e)); } while (0)
__device__ __forceinline__ float mish(float x) { return x * tanhf(log1pf(expf(x))); }
__global__ void mish_inplace_kernel(float* __restrict__ x, const int size) {
    const int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += stride) x[i] = mish(x[i]);
}
__global__ void elu_half2_kernel(const __half2* __restrict__ in, __half2* __restrict__ out, float alpha, int n2) {
    int i = blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (i >= n2) return;
    float2 v = __half22float2(in[i]);
    v.x = v.x > 0 ? v.x : alpha * (expf(v.x) - 1);
    v.y = v.y > 0 ? v.y : alpha * (expf(v.y) - 1);
    out[i] = __float22half2_rn(v);
}
template <typename T, int VEC>
struct alignas(sizeof(T) * VEC) AlignedVec { T val[VEC]; __device__ T& operator[](int i) { return val[i]; } };
template <typename T, int VEC>
__global__ void leaky_relu_vec_kernel(const T* __restrict__ in, T* __restrict__ out, float slope, size_t n) {
    using V = AlignedVec<T, VEC>;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t nv = n / VEC;
    if (i < nv) {
        V v = reinterpret_cast<const V*>(in)[i];
#pragma unroll
        for (int k = 0; k < VEC; ++k) v[k] = v[k] > T(0) ? v[k] : T(slope) * v[k];
        reinterpret_cast<V*>(out)[i] = v;
    }
    if (i == 0) for (size_t k = nv * VEC; k < n; ++k) out[k] = in[k] > T(0) ? in[k] : T(slope) * in[k];
}
template <typename scalar_t>
__global__ void swiglu_kernel(const scalar_t* __restrict__ in, scalar_t* __restrict__ out, int rows, int hidden) {
    int row = blockIdx.x;
    for (int c = threadIdx.x; c < hidden; c += blockDim.x) {
        float a = in[row * 2 * hidden + c], b = in[row * 2 * hidden + hidden + c];
        out[row * hidden + c] = a / (1.f + expf(-a)) * b;
    }
}
template <typename F>
__global__ void map_kernel(F f, const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = f(a[i], b[i]);
}
struct MulAdd { float s; __device__ float operator()(float x, float y) const { return s * x + y; } };
// MISTAKE: guard uses <= n
__global__ void scale_bad(float* x, float s, int n) { int i = threadIdx.x; __shared__ float t[256]; if (i <= 256) t[i] = x[i] * s; __syncthreads(); if (i < n) x[i] = t[i]; }
void host(torch::Tensor x) {
    int size = x.numel();
    int blocks = (size + BLOCK_SIZE - 1) / BLOCK_SIZE;
    mish_inplace_kernel<<<blocks, BLOCK_SIZE>>>(x.data_ptr<float>(), size);
    elu_half2_kernel<<<(size / 2 + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>((__half2*)x.data_ptr(), (__half2*)x.data_ptr(), 1.0f, size / 2);
    leaky_relu_vec_kernel<float, 4><<<blocks, BLOCK_SIZE>>>(x.data_ptr<float>(), x.data_ptr<float>(), 0.01f, size);
    AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "swiglu", [&] { swiglu_kernel<scalar_t><<<x.size(0), 256>>>(x.data_ptr<scalar_t>(), x.data_ptr<scalar_t>(), x.size(0), x.size(1) / 2); });
    map_kernel<<<blocks, BLOCK_SIZE>>>(MulAdd{2.f}, x.data_ptr<float>(), x.data_ptr<float>(), x.data_ptr<float>(), size);
    scale_bad<<<1, 512>>>(x.data_ptr<float>(), 2.f, 256);
    LAUNCH_CHECK();
}
