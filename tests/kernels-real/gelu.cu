#include <torch/extension.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#define GELU_SCALING_FACTOR sqrtf(2.0f / M_PI)
#define DIVUP(x, y) (((x) + (y) - 1) / (y))

__global__ void gelu_forward_kernel(float *out, const float *inp, int N) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) {
    float xi = inp[i];
    float cube = 0.044715f * xi * xi * xi;
    out[i] = 0.5f * xi * (1.0f + tanhf(GELU_SCALING_FACTOR * (xi + cube)));
  }
}

template <class ElementType>
struct alignas(16) Packed128 {
  Packed128() = default;
  __device__ explicit Packed128(int4 bits) {
    static_assert(sizeof(bits) == sizeof(payload), "size");
    memcpy(&payload, &bits, sizeof(bits));
  }
  __device__ ElementType &operator[](int index) { return payload[index]; }
  __device__ const ElementType &operator[](int index) const { return payload[index]; }
  __device__ int4 get_bits() const {
    int4 bits;
    memcpy(&bits, &payload, sizeof(bits));
    return bits;
  }
  static constexpr const int size = sizeof(int4) / sizeof(ElementType);
  ElementType payload[size];
};
template <class E> __device__ Packed128<E> load128cs(const E *address) { return Packed128<E>{__ldcs(reinterpret_cast<const int4 *>(address))}; }
template <class E> __device__ void store128(E *target, Packed128<E> value) { *reinterpret_cast<int4 *>(target) = value.get_bits(); }
typedef Packed128<float> f128;

__global__ void gelu_forward_packed(float *out, const float *inp) {
  int idx = (blockIdx.x * blockDim.x + threadIdx.x) * f128::size;
  f128 packed_out;
  f128 packed_inp = load128cs(inp + idx);
  for (int k = 0; k < packed_inp.size; ++k) {
    float xi = (float)packed_inp[k];
    float cube = 0.044715f * xi * xi * xi;
    packed_out[k] = (float)(0.5f * xi * (1.0f + tanhf(GELU_SCALING_FACTOR * (xi + cube))));
  }
  store128(out + idx, packed_out);
}

__global__ void gelu_half(__half *out, const __half *inp, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = __half2float(inp[i]);
    out[i] = __float2half(0.5f * x * (1.0f + erff(x * 0.70710678f)));
  }
}

__global__ void gelu_bf162(__nv_bfloat162 *out, const __nv_bfloat162 *inp, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float2 x = __bfloat1622float2(inp[i]);
    x.x = x.x / (1.f + __expf(-1.702f * x.x));
    x.y = x.y / (1.f + __expf(-1.702f * x.y));
    out[i] = __float22bfloat162_rn(x);
  }
}

torch::Tensor gelu(torch::Tensor x) {
  auto out = torch::empty_like(x);
  const int n = x.numel();
  const int block = 256;
  gelu_forward_kernel<<<DIVUP(n, block), block>>>(out.data_ptr<float>(), x.data_ptr<float>(), n);
  gelu_half<<<DIVUP(n, block), block>>>(reinterpret_cast<__half *>(out.data_ptr<at::Half>()), reinterpret_cast<const __half *>(x.data_ptr<at::Half>()), n);
  return out;
}
