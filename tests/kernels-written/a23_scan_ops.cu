#include <torch/extension.h>
#include <cuda_runtime.h>
#include <cub/cub.cuh>
// blelloch per row
__global__ void blelloch_scan_kernel(float* __restrict__ out, const float* __restrict__ in, int n) {
    extern __shared__ float temp[];
    int tid = threadIdx.x;
    int offset = 1;
    const float* ip = in + blockIdx.x * n;
    float* op = out + blockIdx.x * n;
    temp[2 * tid] = ip[2 * tid];
    temp[2 * tid + 1] = ip[2 * tid + 1];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (tid < d) {
            int ai = offset * (2 * tid + 1) - 1, bi = offset * (2 * tid + 2) - 1;
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }
    if (tid == 0) temp[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (tid < d) {
            int ai = offset * (2 * tid + 1) - 1, bi = offset * (2 * tid + 2) - 1;
            float t = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += t;
        }
    }
    __syncthreads();
    op[2 * tid] = temp[2 * tid];
    op[2 * tid + 1] = temp[2 * tid + 1];
}
template <int BLOCK_THREADS>
__global__ void cub_block_sum_kernel(const float* in, float* out, int n) {
    typedef cub::BlockReduce<float, BLOCK_THREADS> BlockReduce;
    __shared__ typename BlockReduce::TempStorage temp_storage;
    float v = 0;
    for (int i = threadIdx.x; i < n; i += BLOCK_THREADS) v += in[blockIdx.x * n + i];
    float s = BlockReduce(temp_storage).Sum(v);
    if (threadIdx.x == 0) out[blockIdx.x] = s;
}
__global__ void warp_scan_rows(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x & 31;
    if (warp >= rows) return;
    float carry = 0;
    for (int base = 0; base < cols; base += 32) {
        int c = base + lane;
        float v = c < cols ? in[warp * cols + c] : 0.f;
        for (int o = 1; o < 32; o <<= 1) { float t = __shfl_up_sync(0xffffffff, v, o); if (lane >= o) v += t; }
        v += carry;
        if (c < cols) out[warp * cols + c] = v;
        carry = __shfl_sync(0xffffffff, v, 31);
    }
}
// double buffered, mistake: swapped buffers without barrier
__global__ void hillis_bad(float* o, const float* in, int n) {
    extern __shared__ float t[];
    int tid = threadIdx.x, pout = 0, pin = 1;
    t[tid] = tid > 0 ? in[tid - 1] : 0;
    __syncthreads();
    for (int off = 1; off < n; off *= 2) {
        pout = 1 - pout; pin = 1 - pout;
        if (tid >= off) t[pout * n + tid] = t[pin * n + tid] + t[pin * n + tid - off];
        else t[pout * n + tid] = t[pin * n + tid];
    }
    o[tid] = t[pout * n + tid];
}
__global__ void hillis_good(float* o, const float* in, int n) {
    extern __shared__ float t[];
    int tid = threadIdx.x, pout = 0, pin = 1;
    t[pout * n + tid] = tid > 0 ? in[tid - 1] : 0;
    __syncthreads();
    for (int off = 1; off < n; off *= 2) {
        pout = 1 - pout; pin = 1 - pout;
        if (tid >= off) t[pout * n + tid] = t[pin * n + tid] + t[pin * n + tid - off];
        else t[pout * n + tid] = t[pin * n + tid];
        __syncthreads();
    }
    o[tid] = t[pout * n + tid];
}
void go(torch::Tensor x, torch::Tensor y) {
    int rows = x.size(0), n = x.size(1);
    blelloch_scan_kernel<<<rows, n / 2, n * sizeof(float)>>>(y.data_ptr<float>(), x.data_ptr<float>(), n);
    cub_block_sum_kernel<256><<<rows, 256>>>(x.data_ptr<float>(), y.data_ptr<float>(), n);
    warp_scan_rows<<<(rows * 32 + 127) / 128, 128>>>(x.data_ptr<float>(), y.data_ptr<float>(), rows, n);
    hillis_bad<<<1, n, 2 * n * sizeof(float)>>>(y.data_ptr<float>(), x.data_ptr<float>(), n);
    hillis_good<<<1, n, 2 * n * sizeof(float)>>>(y.data_ptr<float>(), x.data_ptr<float>(), n);
}
