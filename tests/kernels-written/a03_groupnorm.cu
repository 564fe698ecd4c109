#include <torch/extension.h>
#include <vector>
#include <cmath>

template <typename scalar_t>
__global__ void compute_stats_kernel(const scalar_t* __restrict__ x, const int N, const int C, const int spatial, const int channels_per_group, const int num_groups, scalar_t* __restrict__ mean, scalar_t* __restrict__ var) {
  // each block handles one (n, g) pair
  const int idx = blockIdx.x;
  const int n = idx / num_groups;
  const int g = idx % num_groups;
  const int group_offset = n * C * spatial + g * channels_per_group * spatial;
  const int group_elems = channels_per_group * spatial;
  scalar_t sum = 0;
  scalar_t sum_sq = 0;
  for (int i = threadIdx.x; i < group_elems; i += blockDim.x) {
    const scalar_t val = x[group_offset + i];
    sum += val;
    sum_sq += val * val;
  }
  extern __shared__ char smem[];
  scalar_t* s_sum = reinterpret_cast<scalar_t*>(smem);
  scalar_t* s_sum_sq = s_sum + blockDim.x;
  s_sum[threadIdx.x] = sum;
  s_sum_sq[threadIdx.x] = sum_sq;
  __syncthreads();
  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) {
      s_sum[threadIdx.x] += s_sum[threadIdx.x + stride];
      s_sum_sq[threadIdx.x] += s_sum_sq[threadIdx.x + stride];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    const scalar_t m = s_sum[0] / group_elems;
    mean[n * num_groups + g] = m;
    var[n * num_groups + g] = s_sum_sq[0] / group_elems - m * m;
  }
}

template <typename scalar_t>
__global__ void group_norm_forward_kernel(const scalar_t* __restrict__ x, const scalar_t* __restrict__ mean, const scalar_t* __restrict__ var, const scalar_t* __restrict__ weight, const scalar_t* __restrict__ bias, const int N, const int C, const int spatial, const int channels_per_group, const int num_groups, const scalar_t eps, scalar_t* __restrict__ y) {
  const int index = blockIdx.x * blockDim.x + threadIdx.x;
  const int total = N * C * spatial;
  if (index >= total) return;
  const int temp = index / spatial;
  const int c = temp % C;
  const int n = temp / C;
  const int g = c / channels_per_group;
  const int stats_index = n * num_groups + g;
  const scalar_t inv_std = rsqrt(var[stats_index] + eps);
  y[index] = (x[index] - mean[stats_index]) * inv_std * weight[c] + bias[c];
}

torch::Tensor group_norm_forward(torch::Tensor x, torch::Tensor weight, torch::Tensor bias, int64_t num_groups, double eps) {
  const int N = x.size(0);
  const int C = x.size(1);
  int spatial = 1;
  for (int i = 2; i < x.dim(); i++) spatial *= x.size(i);
  const int channels_per_group = C / num_groups;
  auto y = torch::empty_like(x);
  auto options = torch::TensorOptions().device(x.device()).dtype(x.dtype());
  auto mean = torch::empty({N, num_groups}, options);
  auto var = torch::empty({N, num_groups}, options);
  const int total_groups = N * num_groups;
  const int threads = 256;
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "group_norm_forward_cuda", ([&] {
    const size_t shared_mem_size = threads * 2 * sizeof(scalar_t);
    compute_stats_kernel<scalar_t><<<total_groups, threads, shared_mem_size>>>(x.data_ptr<scalar_t>(), N, C, spatial, channels_per_group, num_groups, mean.data_ptr<scalar_t>(), var.data_ptr<scalar_t>());
    const int blocks = (N * C * spatial + threads - 1) / threads;
    group_norm_forward_kernel<scalar_t><<<blocks, threads>>>(x.data_ptr<scalar_t>(), mean.data_ptr<scalar_t>(), var.data_ptr<scalar_t>(), weight.data_ptr<scalar_t>(), bias.data_ptr<scalar_t>(), N, C, spatial, channels_per_group, num_groups, static_cast<scalar_t>(eps), y.data_ptr<scalar_t>());
  }));
  return y;
}
