#include <assert.h>
#include <float.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include "common.h"
namespace cg = cooperative_groups;

__global__ void attention_query_key_k1(float* preatt, const float* inp, int B, int T, int C, int NH) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    int total_threads = B * NH * T * T;
    if (idx < total_threads) {
        int t2 = idx % T;
        int t = (idx / T) % T;
        if (t2 > t) { preatt[idx] = -INFINITY; return; }
        int h = (idx / (T * T)) % NH;
        int b = idx / (NH * T * T);
        int C3 = C * 3;
        int hs = C / NH;
        const float* query_t = inp + b * T * C3 + t * C3 + h * hs;
        const float* key_t2 = inp + b * T * C3 + t2 * C3 + h * hs + C;
        float val = 0.0f;
        for (int i = 0; i < hs; i++) val += query_t[i] * key_t2[i];
        preatt[idx] = val * (1.0 / sqrtf(hs));
    }
}
__global__ void attention_softmax_k1(float* att, const float* preatt, int B, int T, int NH) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    int total_threads = B * T * NH;
    if (idx < total_threads) {
        int h = idx % NH;
        int t = (idx / NH) % T;
        int b = idx / (NH * T);
        const float* preatt_bth = preatt + b * NH * T * T + h * T * T + t * T;
        float* att_bth = att + b * NH * T * T + h * T * T + t * T;
        float maxval = -FLT_MAX;
        for (int t2 = 0; t2 <= t; t2++) if (preatt_bth[t2] > maxval) maxval = preatt_bth[t2];
        float expsum = 0.0f;
        for (int t2 = 0; t2 <= t; t2++) { float e = expf(preatt_bth[t2] - maxval); expsum += e; att_bth[t2] = e; }
        float inv = expsum == 0.0f ? 0.0f : 1.0f / expsum;
        for (int t2 = 0; t2 < T; t2++) { if (t2 <= t) att_bth[t2] *= inv; else att_bth[t2] = 0.0f; }
    }
}
__global__ void attention_value_k1(float* out, const float* att, const float* inp, int B, int T, int C, int NH) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    int total_threads = B * T * NH;
    if (idx < total_threads) {
        int h = idx % NH;
        int t = (idx / NH) % T;
        int b = idx / (NH * T);
        int C3 = C * 3;
        int hs = C / NH;
        float* out_bth = out + b * T * C + t * C + h * hs;
        const float* att_bth = att + b * NH * T * T + h * T * T + t * T;
        for (int i = 0; i < hs; i++) out_bth[i] = 0.0f;
        for (int t2 = 0; t2 <= t; t2++) {
            const float* value_t2 = inp + b * T * C3 + t2 * C3 + h * hs + C * 2;
            float a = att_bth[t2];
            for (int i = 0; i < hs; i++) out_bth[i] += a * value_t2[i];
        }
    }
}
__global__ void permute_kernel(float* q, float* k, float* v, const float* inp, int B, int N, int NH, int d) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < B * NH * N * d) {
        int b = idx / (NH * N * d);
        int rest = idx % (NH * N * d);
        int nh_ = rest / (N * d);
        rest = rest % (N * d);
        int n = rest / d;
        int d_ = rest % d;
        int inp_idx = (b * N * 3 * NH * d) + (n * 3 * NH * d) + (0 * NH * d) + (nh_ * d) + d_;
        q[idx] = inp[inp_idx];
        k[idx] = inp[inp_idx + NH * d];
        v[idx] = inp[inp_idx + 2 * (NH * d)];
    }
}
__global__ void unpermute_kernel(const float* inp, float* out, int B, int N, int NH, int d) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < B * NH * N * d) {
        int b = idx / (NH * N * d);
        int rest = idx % (NH * N * d);
        int nh_ = rest / (N * d);
        rest = rest % (N * d);
        int n = rest / d;
        int d_ = rest % d;
        int other_idx = (b * NH * N * d) + (n * NH * d) + (nh_ * d) + d_;
        out[other_idx] = __ldcs(&inp[idx]);
    }
}
__global__ void softmax_forward_k5(float* out, float inv_temperature, const float* inp, int N, int T) {
    assert(T % 4 == 0);
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    int idx = (gridDim.x - blockIdx.x - 1) * warp.meta_group_size() + warp.meta_group_rank();
    if (idx >= N * T) return;
    int own_pos = idx % T;
    int pos_by_4 = own_pos / 4;
    const float* x = inp + idx * T;
    float maxval = -FLT_MAX;
    float sumval = 0.0f;
    const float4* x_vec = reinterpret_cast<const float4*>(x);
    for (int i = warp.thread_rank(); i < pos_by_4; i += warp.size()) {
        float4 v = x_vec[i];
        float old_maxval = maxval;
        maxval = fmaxf(maxval, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
        sumval *= expf(inv_temperature * (old_maxval - maxval));
        sumval += expf(inv_temperature * (v.x - maxval)) + expf(inv_temperature * (v.y - maxval)) + expf(inv_temperature * (v.z - maxval)) + expf(inv_temperature * (v.w - maxval));
    }
    if (4 * pos_by_4 + warp.thread_rank() <= own_pos) {
        float old_maxval = maxval;
        maxval = fmaxf(maxval, x[4 * pos_by_4 + warp.thread_rank()]);
        sumval *= expf(inv_temperature * (old_maxval - maxval));
        sumval += expf(inv_temperature * (x[4 * pos_by_4 + warp.thread_rank()] - maxval));
    }
    float global_maxval = cg::reduce(warp, maxval, cg::greater<float>{});
    sumval *= expf(inv_temperature * (maxval - global_maxval));
    float sum = cg::reduce(warp, sumval, cg::plus<float>{});
    float norm = 1.f / sum;
    for (int i = warp.thread_rank(); i <= own_pos; i += warp.size()) {
        float ev = expf(inv_temperature * (__ldcs(x + i) - global_maxval));
        __stcs(out + idx * T + i, ev * norm);
    }
}
void attention_forward(float* out, float* preatt, float* att, const float* inp, float* q, float* k, float* v, int B, int T, int C, int NH, const int block_size) {
    int total_threads = B * NH * T * T;
    int num_blocks = ceil_div(total_threads, block_size);
    attention_query_key_k1<<<num_blocks, block_size>>>(preatt, inp, B, T, C, NH);
    total_threads = B * T * NH;
    num_blocks = ceil_div(total_threads, block_size);
    attention_softmax_k1<<<num_blocks, block_size>>>(att, preatt, B, T, NH);
    attention_value_k1<<<num_blocks, block_size>>>(out, att, inp, B, T, C, NH);
    int HS = C / NH;
    permute_kernel<<<ceil_div(B * T * C, block_size), block_size>>>(q, k, v, inp, B, T, NH, HS);
    unpermute_kernel<<<ceil_div(B * T * C, block_size), block_size>>>(att, out, B, T, NH, HS);
    int grid_size = ceil_div(B * NH * T * 32, block_size);
    softmax_forward_k5<<<grid_size, block_size>>>(att, 1.0f / sqrtf(HS), preatt, B * NH, T);
}
