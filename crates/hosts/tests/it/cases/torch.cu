#include <ATen/cuda/CUDAContext.h>
#include <torch/extension.h>
__global__ void k(const float *a, float *b, int n) { b[threadIdx.x] = a[n]; }
#define CHECK_CUDA(x) TORCH_CHECK(x.is_cuda(), #x " must be a tensor of CUDA")
torch::Tensor forward(torch::Tensor x) {
  CHECK_CUDA(x);
  TORCH_CHECK(x.dim() == 2, "two dimensions");
  auto out = torch::empty_like(x);
  const int n = x.numel();
  at::cuda::CUDAGuard guard(x.device());
  k<<<(n + 255) / 256, 256, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>(), out.data_ptr<float>(), n);
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  k<<<1, 256>>>(x.data_ptr<float>(), x.data_ptr<float>(), n);
  auto same = x;
  k<<<1, 256>>>(same.data_ptr<float>(), x.data_ptr<float>(), n);
  // It may be the tensor itself.
  auto c = x.contiguous();
  k<<<1, 256>>>(c.data_ptr<float>(), x.data_ptr<float>(), n);
  return out;
}
void ended(torch::Tensor x) {
  float *p;
  {
    auto out = torch::zeros_like(x);
    p = out.data_ptr<float>();
    k<<<1, 256>>>(x.data_ptr<float>(), p, 0);
  }
  k<<<1, 256>>>(x.data_ptr<float>(), p, 0);
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("forward", &forward, "forward"); }
//@ blockDim.x == 256
//@ identical_or_disjoint(a, b)
//@ disjoint(a, b)
//= 11 elsewhere: k<<<uint32((int32(?) + 255) / 256), 256>>>(a = ?, b = ?, n = int32(?)) | meets, unchecked: its arguments may be computed in any order, and one changes something, unchecked: its arguments may be computed in any order, and one changes something
//= 13 elsewhere: k<<<1, 256>>>(a = ?, b = ?, n = int32(?)) | meets, meets, violates: disjoint(a, b)
//= 15 elsewhere: k<<<1, 256>>>(a = ?, b = ?, n = int32(?)) | meets, unchecked: what it holds is not followed, unchecked: what it holds is not followed
//= 18 elsewhere: k<<<1, 256>>>(a = ?, b = ?, n = int32(?)) | meets, unchecked: what it holds is not followed, unchecked: what it holds is not followed
//= 26 elsewhere: k<<<1, 256>>>(a = ?, b = ?, n = 0) | meets, unchecked: this form of expression is not followed, unchecked: this form of expression is not followed
//= 28 elsewhere: k<<<1, 256>>>(a = ?, b = ?, n = 0) | meets, unchecked: this form of expression is not followed, unchecked: this form of expression is not followed
