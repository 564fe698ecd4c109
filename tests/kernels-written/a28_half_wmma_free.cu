#include <torch/extension.h>
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;
__global__ void hgemm_wmma(const half* __restrict__ A, const half* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
  int warpM = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
  int warpN = blockIdx.y * blockDim.y + threadIdx.y;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fill_fragment(c, 0.0f);
  for (int k = 0; k < K; k += 16) {
    int aRow = warpM * 16, bCol = warpN * 16;
    if (aRow < M && k < K && bCol < N) {
      wmma::load_matrix_sync(a, A + aRow * K + k, K);
      wmma::load_matrix_sync(b, B + k * N + bCol, N);
      wmma::mma_sync(c, a, b, c);
    }
  }
  int cRow = warpM * 16, cCol = warpN * 16;
  if (cRow < M && cCol < N) wmma::store_matrix_sync(C + cRow * N + cCol, c, N, wmma::mem_row_major);
}
__global__ void half_softmax_row(const half* __restrict__ in, half* __restrict__ out, int cols) {
  const half2* in2 = reinterpret_cast<const half2*>(in + blockIdx.x * cols);
  half2* out2 = reinterpret_cast<half2*>(out + blockIdx.x * cols);
  __shared__ float red[32];
  float m = -65504.f;
  for (int i = threadIdx.x; i < (cols >> 1); i += blockDim.x) { float2 f = __half22float2(in2[i]); m = fmaxf(m, fmaxf(f.x, f.y)); }
  for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, o));
  if ((threadIdx.x & 31) == 0) red[threadIdx.x >> 5] = m;
  __syncthreads();
  m = red[0];
  for (int w = 1; w < (blockDim.x >> 5); ++w) m = fmaxf(m, red[w]);
  __syncthreads();
  float s = 0;
  for (int i = threadIdx.x; i < (cols >> 1); i += blockDim.x) { float2 f = __half22float2(in2[i]); s += __expf(f.x - m) + __expf(f.y - m); }
  for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffff, s, o);
  if ((threadIdx.x & 31) == 0) red[threadIdx.x >> 5] = s;
  __syncthreads();
  s = 0;
  for (int w = 0; w < (blockDim.x >> 5); ++w) s += red[w];
  for (int i = threadIdx.x; i < (cols >> 1); i += blockDim.x) {
    float2 f = __half22float2(in2[i]);
    out2[i] = __floats2half2_rn(__expf(f.x - m) / s, __expf(f.y - m) / s);
  }
}
__global__ void int8_dot(const char4* a, const char4* b, int* out, int n4) {
  int acc = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += blockDim.x * gridDim.x) { acc = __dp4a(*reinterpret_cast<const int*>(&a[i]), *reinterpret_cast<const int*>(&b[i]), acc); }
  acc = __reduce_add_sync(0xffffffff, acc);
  if ((threadIdx.x & 31) == 0) atomicAdd(out, acc);
}
void go(torch::Tensor a, torch::Tensor b, torch::Tensor c) {
  int M = a.size(0), K = a.size(1), N = b.size(1);
  dim3 gridDim, blockDim;
  blockDim.x = 128; blockDim.y = 4;
  gridDim.x = (M + (16 * blockDim.x / 32 - 1)) / (16 * blockDim.x / 32);
  gridDim.y = (N + 16 * blockDim.y - 1) / (16 * blockDim.y);
  hgemm_wmma<<<gridDim, blockDim>>>((half*)a.data_ptr<at::Half>(), reinterpret_cast<const half*>(b.data_ptr<at::Half>()), c.data_ptr<float>(), M, N, K);
  half_softmax_row<<<M, 256>>>(reinterpret_cast<half*>(a.data_ptr<at::Half>()), reinterpret_cast<half*>(b.data_ptr<at::Half>()), K);
  int8_dot<<<64, 256>>>((char4*)a.data_ptr(), (char4*)b.data_ptr(), c.data_ptr<int>(), M * K / 4);
}
