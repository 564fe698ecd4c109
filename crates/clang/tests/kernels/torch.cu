// read: scale, softmax<float>
// An extension of a framework that is not installed; the dispatch macro hides the launch of a template.
#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
#include <cuda_fp16.h>

#define CHECK_CUDA(x) TORCH_CHECK(x.device().is_cuda(), #x " must be on the device")

__global__ void scale(__half *__restrict__ x, const float s, const int64_t n) {
  const int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) x[i] = __float2half(__half2float(x[i]) * s);
}

template <typename scalar_t>
__global__ void softmax(scalar_t *x, int columns) {
  extern __shared__ unsigned char raw[];
  scalar_t *row = reinterpret_cast<scalar_t *>(raw);
  row[threadIdx.x] = x[blockIdx.x * columns + threadIdx.x];
  __syncthreads();
  x[blockIdx.x * columns + threadIdx.x] = row[threadIdx.x];
}

torch::Tensor forward(torch::Tensor x, double s) {
  CHECK_CUDA(x);
  scale<<<(x.numel() + 255) / 256, 256>>>(reinterpret_cast<__half *>(x.data_ptr<at::Half>()), s, x.numel());
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "softmax", ([&] {
    softmax<scalar_t><<<x.size(0), x.size(1), x.size(1) * sizeof(scalar_t)>>>(x.data_ptr<scalar_t>(), x.size(1));
  }));
  return x;
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("forward", &forward, "forward"); }
