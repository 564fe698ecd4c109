#include <torch/extension.h>
__global__ void row_scale_kernel(float* x, const float* s, int cols) { unsigned c = threadIdx.x; while (c < cols) { x[blockIdx.x * cols + c] *= s[c]; c += blockDim.x; } }
__global__ void hinge_mean_kernel(const float* p, const float* t, float* o, int n) {
    float s = 0; for (int i = threadIdx.x; i < n; i += blockDim.x) s += fmaxf(0.f, 1.f - p[i] * t[i]);
    __shared__ float sh[1024]; sh[threadIdx.x] = s; __syncthreads();
    for (unsigned k = blockDim.x >> 1; k; k >>= 1) { if (threadIdx.x < k) sh[threadIdx.x] += sh[threadIdx.x + k]; __syncthreads(); }
    if (!threadIdx.x) *o = sh[0] / n;
}
// MISTAKE: barrier inside divergent branch
__global__ void bad_barrier(float* x, int n) { __shared__ float s[256]; if (threadIdx.x < n) { s[threadIdx.x] = x[threadIdx.x]; __syncthreads(); x[threadIdx.x] = s[n - 1 - threadIdx.x]; } }
void go(torch::Tensor x) { int r = x.size(0), c = x.size(1); row_scale_kernel<<<r, 256>>>(x.data_ptr<float>(), x.data_ptr<float>(), c); hinge_mean_kernel<<<1, 1024>>>(x.data_ptr<float>(), x.data_ptr<float>(), x.data_ptr<float>(), r * c); bad_barrier<<<1, 256>>>(x.data_ptr<float>(), c); }
