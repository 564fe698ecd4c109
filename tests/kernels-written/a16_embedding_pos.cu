#include <torch/extension.h>
template <typename scalar_t, typename index_t>
__global__ void embedding_forward(const index_t* __restrict__ idx, const scalar_t* __restrict__ table, scalar_t* __restrict__ out, int64_t num_indices, int dim) {
  for (int64_t row = blockIdx.x; row < num_indices; row += gridDim.x) {
    const index_t id = idx[row];
    for (int c = threadIdx.x; c < dim; c += blockDim.x) out[row * dim + c] = table[id * dim + c];
  }
}
template <typename scalar_t>
__global__ void embedding_backward(const int64_t* __restrict__ idx, const scalar_t* __restrict__ grad_out, scalar_t* __restrict__ grad_table, int64_t num_indices, int dim, int64_t padding_idx) {
  const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= num_indices * dim) return;
  const int64_t row = i / dim, c = i % dim;
  const int64_t id = idx[row];
  if (id == padding_idx) return;
  atomicAdd(&grad_table[id * dim + c], grad_out[i]);
}
// MISTAKE: scatter without atomics
__global__ void scatter_add_kernel(const float* src, const int* index, float* dst, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) dst[index[i]] += src[i];
}
__global__ void gather_kernel(const float* src, const int64_t* index, float* dst, int rows, int cols, int src_cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < rows && c < cols) dst[r * cols + c] = src[r * src_cols + index[r * cols + c]];
}
__global__ void masked_fill_kernel(float* __restrict__ x, const unsigned char* __restrict__ mask, float value, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (i + 3 < n) {
    uchar4 m = *reinterpret_cast<const uchar4*>(mask + i);
    float4 v = *reinterpret_cast<float4*>(x + i);
    if (m.x) v.x = value; if (m.y) v.y = value; if (m.z) v.z = value; if (m.w) v.w = value;
    *reinterpret_cast<float4*>(x + i) = v;
  } else {
    for (int j = i; j < n; ++j) if (mask[j]) x[j] = value;
  }
}
void launch(torch::Tensor idx, torch::Tensor table, torch::Tensor out) {
  int64_t n = idx.numel();
  int dim = table.size(1);
  AT_DISPATCH_FLOATING_TYPES(table.scalar_type(), "emb", ([&] {
    embedding_forward<scalar_t, int64_t><<<std::min<int64_t>(n, 4096), 128>>>(idx.data_ptr<int64_t>(), table.data_ptr<scalar_t>(), out.data_ptr<scalar_t>(), n, dim);
    embedding_backward<scalar_t><<<(n * dim + 255) / 256, 256>>>(idx.data_ptr<int64_t>(), out.data_ptr<scalar_t>(), table.data_ptr<scalar_t>(), n, dim, -1);
  }));
  scatter_add_kernel<<<(n + 255) / 256, 256>>>(out.data_ptr<float>(), idx.data_ptr<int>(), table.data_ptr<float>(), n);
  dim3 b(32, 8), g((dim + 31) / 32, (n + 7) / 8);
  gather_kernel<<<g, b>>>(table.data_ptr<float>(), idx.data_ptr<int64_t>(), out.data_ptr<float>(), n, dim, dim);
  masked_fill_kernel<<<(n / 4 + 255) / 256, 256>>>(out.data_ptr<float>(), (unsigned char*)nullptr, 0.f, n);
}
