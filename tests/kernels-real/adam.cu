#include "multi_tensor_apply.cuh"
#include "type_shim.h"
#define BLOCK_SIZE 512
#define ILP 4
typedef enum { ADAM_MODE_0 = 0, ADAM_MODE_1 = 1 } adamMode_t;

__global__ void adamw_kernel(float *params, const float *grads, float *m_memory, float *v_memory, long num_parameters, float learning_rate, float beta1, float beta2, float beta1_correction, float beta2_correction, float eps, float weight_decay) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= num_parameters) return;
  float grad = grads[i];
  float m = m_memory[i];
  float v = v_memory[i];
  m = beta1 * m + (1.0f - beta1) * grad;
  m_memory[i] = m;
  v = beta2 * v + (1.0f - beta2) * grad * grad;
  v_memory[i] = v;
  m /= beta1_correction;
  v /= beta2_correction;
  params[i] -= learning_rate * (m / (sqrtf(v) + eps) + weight_decay * params[i]);
}

template <typename T> struct TensorList { T *addresses[4][24]; int sizes[24]; unsigned char block_to_tensor[320]; int block_to_chunk[320]; };

template <typename T>
__global__ void multi_tensor_adam(int chunk_size, TensorList<T> tl, float beta1, float beta2, float eps, float lr, adamMode_t mode, float decay) {
  int tensor_loc = tl.block_to_tensor[blockIdx.x];
  int chunk_idx = tl.block_to_chunk[blockIdx.x];
  int n = tl.sizes[tensor_loc];
  T *g = tl.addresses[0][tensor_loc] + chunk_idx * chunk_size;
  T *p = tl.addresses[1][tensor_loc] + chunk_idx * chunk_size;
  T *m = tl.addresses[2][tensor_loc] + chunk_idx * chunk_size;
  T *v = tl.addresses[3][tensor_loc] + chunk_idx * chunk_size;
  n -= chunk_idx * chunk_size;
  for (int i_start = 0; i_start < n && i_start < chunk_size; i_start += blockDim.x * ILP) {
    T r_g[ILP], r_p[ILP], r_m[ILP], r_v[ILP];
#pragma unroll
    for (int ii = 0; ii < ILP; ii++) {
      int i = i_start + threadIdx.x + ii * blockDim.x;
      if (i < n && i < chunk_size) { r_g[ii] = g[i]; r_p[ii] = p[i]; r_m[ii] = m[i]; r_v[ii] = v[i]; }
      else { r_g[ii] = r_p[ii] = r_m[ii] = r_v[ii] = T(0); }
    }
#pragma unroll
    for (int ii = 0; ii < ILP; ii++) {
      if (mode == ADAM_MODE_0) r_g[ii] = r_g[ii] + decay * r_p[ii];
      r_m[ii] = beta1 * r_m[ii] + (1 - beta1) * r_g[ii];
      r_v[ii] = beta2 * r_v[ii] + (1 - beta2) * r_g[ii] * r_g[ii];
      r_p[ii] = r_p[ii] - lr * (r_m[ii] / (sqrtf(r_v[ii]) + eps));
    }
#pragma unroll
    for (int ii = 0; ii < ILP; ii++) {
      int i = i_start + threadIdx.x + ii * blockDim.x;
      if (i < n && i < chunk_size) { p[i] = r_p[ii]; m[i] = r_m[ii]; v[i] = r_v[ii]; }
    }
  }
}

void step(TensorList<float> tl, float *p, long n) {
  const int block = 512;
  adamw_kernel<<<CEIL_DIV(n, block), block>>>(p, p, p, p, n, 1e-3f, 0.9f, 0.999f, 1.f, 1.f, 1e-8f, 0.f);
  multi_tensor_adam<float><<<320, BLOCK_SIZE, 0, at::cuda::getCurrentCUDAStream()>>>(2048 * 32, tl, 0.9f, 0.999f, 1e-8f, 1e-3f, ADAM_MODE_0, 0.f);
}
