#include <torch/extension.h>
#include <cuda_runtime.h>
#include <math.h>

__global__ void cross_entropy_loss_kernel(const float* __restrict__ logits, const int64_t* __restrict__ targets, float* __restrict__ losses, int batch_size, int num_classes) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < batch_size) {
        const float* row = logits + i * num_classes;
        int64_t target = targets[i];
        float max_logit = row[0];
        for (int j = 1; j < num_classes; j++) max_logit = fmaxf(max_logit, row[j]);
        float sum_exp = 0.0f;
        for (int j = 0; j < num_classes; j++) sum_exp += expf(row[j] - max_logit);
        losses[i] = -(row[target] - max_logit - logf(sum_exp));
    }
}

__global__ void hinge_loss_kernel(const float* predictions, const float* targets, float* output, int n) {
    __shared__ float cache[256];
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    float v = 0.f;
    for (; idx < n; idx += blockDim.x * gridDim.x) v += fmaxf(0.0f, 1.0f - predictions[idx] * targets[idx]);
    cache[threadIdx.x] = v;
    __syncthreads();
    int i = blockDim.x / 2;
    while (i != 0) {
        if (threadIdx.x < i) cache[threadIdx.x] += cache[threadIdx.x + i];
        __syncthreads();
        i /= 2;
    }
    if (threadIdx.x == 0) atomicAdd(output, cache[0] / n);
}

__global__ void kl_div_kernel(const float* __restrict__ log_predictions, const float* __restrict__ targets, float* __restrict__ output, const int n) {
    extern __shared__ float partial_sums[];
    const int tid = threadIdx.x;
    const int lane = tid % 32;
    const int wid = tid / 32;
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + tid; i < n; i += gridDim.x * blockDim.x) {
        const float lp = log_predictions[i];
        const float t = targets[i];
        sum += expf(lp) - t * lp;
    }
    for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (lane == 0) partial_sums[wid] = sum;
    __syncthreads();
    if (wid == 0) {
        sum = (lane < (blockDim.x / 32)) ? partial_sums[lane] : 0.0f;
        for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_down_sync(0xffffffff, sum, offset);
        if (lane == 0) atomicAdd(output, sum);
    }
}

template <typename scalar_t>
__global__ void triplet_margin_loss_kernel(const scalar_t* __restrict__ anchor, const scalar_t* __restrict__ positive, const scalar_t* __restrict__ negative, scalar_t* __restrict__ output, const float margin, const int batch_size, const int feat_size) {
    const int b = blockIdx.x;
    __shared__ scalar_t s_pos[128];
    __shared__ scalar_t s_neg[128];
    scalar_t p = 0, q = 0;
    for (int i = threadIdx.x; i < feat_size; i += blockDim.x) {
        const scalar_t a = anchor[b * feat_size + i];
        const scalar_t dp = a - positive[b * feat_size + i];
        const scalar_t dn = a - negative[b * feat_size + i];
        p += dp * dp;
        q += dn * dn;
    }
    s_pos[threadIdx.x] = p;
    s_neg[threadIdx.x] = q;
    __syncthreads();
    for (int s = 64; s > 0; s >>= 1) {
        if (threadIdx.x < s) {
            s_pos[threadIdx.x] += s_pos[threadIdx.x + s];
            s_neg[threadIdx.x] += s_neg[threadIdx.x + s];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) output[b] = max(scalar_t(0), sqrt(s_pos[0]) - sqrt(s_neg[0]) + scalar_t(margin));
}

__global__ void smooth_l1_kernel(const float* p, const float* t, float* out, int n, float beta) {
    // BUG: all threads add without atomics
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float d = fabsf(p[i] - t[i]);
        float l = d < beta ? 0.5f * d * d / beta : d - 0.5f * beta;
        out[0] += l / n;
    }
}

torch::Tensor all_losses(torch::Tensor p, torch::Tensor t) {
    int n = p.numel();
    auto out = torch::zeros({1}, p.options());
    cross_entropy_loss_kernel<<<(p.size(0) + 255) / 256, 256>>>(p.data_ptr<float>(), t.data_ptr<int64_t>(), out.data_ptr<float>(), p.size(0), p.size(1));
    hinge_loss_kernel<<<min((n + 255) / 256, 1024), 256>>>(p.data_ptr<float>(), t.data_ptr<float>(), out.data_ptr<float>(), n);
    const int threads = 256;
    kl_div_kernel<<<(n + threads - 1) / threads, threads, (threads / 32) * sizeof(float)>>>(p.data_ptr<float>(), t.data_ptr<float>(), out.data_ptr<float>(), n);
    AT_DISPATCH_FLOATING_TYPES(p.scalar_type(), "triplet", ([&] {
        triplet_margin_loss_kernel<scalar_t><<<p.size(0), 128>>>(p.data_ptr<scalar_t>(), p.data_ptr<scalar_t>(), p.data_ptr<scalar_t>(), out.data_ptr<scalar_t>(), 1.0f, p.size(0), p.size(1));
    }));
    smooth_l1_kernel<<<(n + 255) / 256, 256>>>(p.data_ptr<float>(), t.data_ptr<float>(), out.data_ptr<float>(), n, 1.f);
    return out;
}
