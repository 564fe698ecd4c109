#include <mma.h>
#include <cuda_fp16.h>
using namespace nvcuda;
__global__ void wmma_gemm(half *a, half *b, float *c, int M, int N, int K, float alpha, float beta) {
  int warpM = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
  int warpN = (blockIdx.y * blockDim.y + threadIdx.y);
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::col_major> a_frag;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b_frag;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc_frag;
  wmma::fill_fragment(acc_frag, 0.0f);
  for (int i = 0; i < K; i += 16) {
    int aRow = warpM * 16, aCol = i, bRow = i, bCol = warpN * 16;
    if (aRow < M && aCol < K && bRow < K && bCol < N) {
      wmma::load_matrix_sync(a_frag, a + aRow + aCol * M, M);
      wmma::load_matrix_sync(b_frag, b + bRow + bCol * K, K);
      wmma::mma_sync(acc_frag, a_frag, b_frag, acc_frag);
    }
  }
  wmma::store_matrix_sync(c + warpM * 16 + warpN * 16 * M, acc_frag, M, wmma::mem_col_major);
}
__global__ void convertFp32ToFp16(half *out, float *in, int n) {
  int idx = blockDim.x * blockIdx.x + threadIdx.x;
  if (idx < n) out[idx] = in[idx];
}
__global__ void half2_axpy(int n, __half2 a, const __half2 *x, __half2 *y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = __hfma2(a, x[i], y[i]);
}
int main() { convertFp32ToFp16<<<(256 + 255) / 256, 256>>>(nullptr, nullptr, 256); }
