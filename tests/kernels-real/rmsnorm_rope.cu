#include "ggml-cuda/common.cuh"
#include "norm.cuh"
template <int block_size>
static __global__ void rms_norm_f32(const float *x, float *dst, const int ncols, const float eps) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  const int tid = threadIdx.x;
  float tmp = 0.0f;
  for (int col = tid; col < ncols; col += block_size) { const float xi = x[row * ncols + col]; tmp += xi * xi; }
#pragma unroll
  for (int m = 16; m > 0; m >>= 1) tmp += __shfl_xor_sync(0xffffffff, tmp, m, 32);
  if (block_size > 32) {
    __shared__ float s_sum[32];
    int warp_id = threadIdx.x / 32, lane_id = threadIdx.x % 32;
    if (lane_id == 0) s_sum[warp_id] = tmp;
    __syncthreads();
    tmp = s_sum[lane_id];
#pragma unroll
    for (int m = 16; m > 0; m >>= 1) tmp += __shfl_xor_sync(0xffffffff, tmp, m, 32);
  }
  const float scale = rsqrtf(tmp / ncols + eps);
  for (int col = tid; col < ncols; col += block_size) dst[row * ncols + col] = scale * x[row * ncols + col];
}

struct rope_corr_dims { float v[2]; };
static __device__ float rope_yarn_ramp(const float low, const float high, const int i0) { const float y = (i0 / 2 - low) / max(0.001f, high - low); return 1.0f - min(1.0f, max(0.0f, y)); }
static __device__ void rope_yarn(float theta_extrap, float freq_scale, rope_corr_dims corr_dims, int64_t i0, float ext_factor, float mscale, float *cos_theta, float *sin_theta) {
  float theta_interp = freq_scale * theta_extrap;
  float theta = theta_interp;
  if (ext_factor != 0.0f) {
    float ramp_mix = rope_yarn_ramp(corr_dims.v[0], corr_dims.v[1], i0) * ext_factor;
    theta = theta_interp * (1 - ramp_mix) + theta_extrap * ramp_mix;
    mscale *= 1.0f + 0.1f * logf(1.0f / freq_scale);
  }
  *cos_theta = cosf(theta) * mscale;
  *sin_theta = sinf(theta) * mscale;
}
template <typename T, bool has_ff>
static __global__ void rope(const T *x, T *dst, int ne0, int n_dims, const int32_t *pos, float freq_scale, int p_delta_rows, float ext_factor, float attn_factor, rope_corr_dims corr_dims, float theta_scale, const float *freq_factors) {
  const int i0 = 2 * (blockDim.y * blockIdx.y + threadIdx.y);
  if (i0 >= ne0) return;
  const int row = blockDim.x * blockIdx.x + threadIdx.x;
  if (i0 >= n_dims) { const int i = row * ne0 + i0; dst[i + 0] = x[i + 0]; dst[i + 1] = x[i + 1]; return; }
  const int i = row * ne0 + i0;
  const int i2 = row / p_delta_rows;
  const float theta_base = pos[i2] * powf(theta_scale, i0 / 2.0f);
  const float freq_factor = has_ff ? freq_factors[i0 / 2] : 1.0f;
  float cos_theta, sin_theta;
  rope_yarn(theta_base / freq_factor, freq_scale, corr_dims, i0, ext_factor, attn_factor, &cos_theta, &sin_theta);
  const float x0 = x[i + 0], x1 = x[i + 1];
  dst[i + 0] = x0 * cos_theta - x1 * sin_theta;
  dst[i + 1] = x0 * sin_theta + x1 * cos_theta;
}
void ggml_cuda_op_rms_norm(ggml_backend_cuda_context &ctx, ggml_tensor *dst) {
  GGML_ASSERT(dst->type == GGML_TYPE_F32);
  const int ncols = dst->ne[0], nrows = ggml_nrows(dst);
  if (ncols < 1024) {
    const dim3 block_dims(32, 1, 1);
    rms_norm_f32<32><<<nrows, block_dims, 0, ctx.stream()>>>((float *)dst->data, (float *)dst->data, ncols, 1e-5f);
  } else {
    const dim3 block_dims(1024, 1, 1);
    rms_norm_f32<1024><<<nrows, block_dims, 0, ctx.stream()>>>((float *)dst->data, (float *)dst->data, ncols, 1e-5f);
  }
  rope<float, false><<<dim3(nrows, 1, 1), dim3(1, 256, 1), 0, ctx.stream()>>>(nullptr, nullptr, ncols, ncols, nullptr, 1.f, 1, 0.f, 1.f, rope_corr_dims(), 1.f, nullptr);
}
