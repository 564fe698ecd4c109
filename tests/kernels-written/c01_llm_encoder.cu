#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>
#include <assert.h>
#define ENABLE_BF16
#include "common.h"
#define CEIL_DIV(M, N) (((M) + (N)-1) / (N))

__device__ inline float4 add_float4(const float4& a, const float4& b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }

__global__ void encoder_forward_k1(float* out, const int* inp, const float* wte, const float* wpe, int B, int T, int C) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    int N = B * T;
    if (idx < N) {
        int b = idx / T;
        int t = idx % T;
        float* out_bt = out + b * T * C + t * C;
        int ix = inp[b * T + t];
        const float* wte_ix = wte + ix * C;
        const float* wpe_t = wpe + t * C;
        for (int i = 0; i < C; i++) out_bt[i] = wte_ix[i] + wpe_t[i];
    }
}
__global__ void encoder_forward_k2(float4* out, const int* inp, const float4* wte, const float4* wpe, int B, int T, int C) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    int N = B * T * C / 4;
    if (idx < N) {
        int C4 = C / 4;
        int bt = idx / C4;
        int b = bt / T, t = bt % T, c4 = idx % C4;
        int ix = inp[b * T + t];
        out[b * T * C4 + t * C4 + c4] = add_float4(wte[ix * C4 + c4], wpe[t * C4 + c4]);
    }
}
__global__ void encoder_backward_atomic(float* dwte, float* dwpe, const float* dout, const int* inp, int B, int T, int C) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    int N = B * T * C;
    if (idx < N) {
        int bt = idx / C;
        int b = bt / T, t = bt % T, c = idx % C;
        int ix = inp[b * T + t];
        const float* dout_btc = dout + b * T * C + t * C + c;
        float* dwte_ix = dwte + ix * C + c;
        float* dwpe_tc = dwpe + t * C + c;
        atomicAdd(dwte_ix, *dout_btc);
        atomicAdd(dwpe_tc, *dout_btc);
    }
}
__global__ void encoder_backward_serial(float* dwte, float* dwpe, const float* dout, const int* inp, int B, int T, int C) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= C) return;
    int BT = B * T;
    for (int i = 0; i < BT; i++) {
        int t = i % T;
        int ix = inp[i];
        float d = dout[i * C + c];
        dwte[ix * C + c] += d;
        dwpe[t * C + c] += d;
    }
}
__global__ void wpe_backward(float* dwpe, const float* dout, const int* inp, int B, int T, int C, unsigned int seed) {
    int idx = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    if (idx >= T * C) return;
    int t = idx / C;
    int c = idx % C;
    float accum[4] = {0.0f};
    for (int b = 0; b < B; b++) {
        float4 d = __ldcs(reinterpret_cast<const float4*>(dout + (b * T * C) + (t * C) + c));
        accum[0] += d.x; accum[1] += d.y; accum[2] += d.z; accum[3] += d.w;
    }
    for (unsigned int k = 0; k < 4; k++) dwpe[(t * C) + c + k] += accum[k];
}
void encoder_forward1(float* out, const int* inp, const float* wte, const float* wpe, int B, int T, int C, const int block_size) {
    const int N = B * T;
    const int grid_size = CEIL_DIV(N, block_size);
    encoder_forward_k1<<<grid_size, block_size>>>(out, inp, wte, wpe, B, T, C);
    cudaCheck(cudaGetLastError());
}
void encoder_forward2(float* out, const int* inp, const float* wte, const float* wpe, int B, int T, int C, const int block_size) {
    assert(C % 4 == 0);
    const int N = B * T * C;
    const int grid_size = CEIL_DIV(N / 4, block_size);
    encoder_forward_k2<<<grid_size, block_size>>>((float4*)out, inp, (float4*)wte, (float4*)wpe, B, T, C);
}
void encoder_backward(float* dwte, float* dwpe, const float* dout, const int* inp, int B, int T, int C, const int block_size) {
    encoder_backward_atomic<<<CEIL_DIV(B * T * C, block_size), block_size>>>(dwte, dwpe, dout, inp, B, T, C);
    encoder_backward_serial<<<CEIL_DIV(C, block_size), block_size>>>(dwte, dwpe, dout, inp, B, T, C);
    assert((T * C) % 4 == 0);
    wpe_backward<<<CEIL_DIV(T * C / 4, 256), 256>>>(dwpe, dout, inp, B, T, C, 1u);
}
