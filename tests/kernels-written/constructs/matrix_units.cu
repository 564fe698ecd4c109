// Matrices that the lanes of a warp hold together.
#include <mma.h>
using namespace nvcuda;

// Right.
__global__ void __launch_bounds__(32) one(const half *a, const half *b, float *c, int n) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  int row = blockIdx.y * 16, col = blockIdx.x * 16;
  for (int k = 0; k < n; k += 16) {
    wmma::load_matrix_sync(fa, a + row * n + k, n);
    wmma::load_matrix_sync(fb, b + k * n + col, n);
    wmma::mma_sync(fc, fa, fb, fc);
  }
  for (int i = 0; i < fc.num_elements; i++) fc.x[i] *= 2.0f;
  wmma::store_matrix_sync(c + row * n + col, fc, n, wmma::mem_row_major);
}

// Right: through shared memory, arrays of fragments.
__global__ void __launch_bounds__(32) tiles(const half *a, const half *b, half *c) {
  __shared__ half sa[2][16][16], sb[2][16][16];
  wmma::fragment<wmma::accumulator, 16, 16, 16, half> fc[2];
  for (int i = 0; i < 2; i++) wmma::fill_fragment(fc[i], (half)0.0f);
  for (int i = threadIdx.x; i < 512; i += blockDim.x) { sa[i / 256][i / 16 % 16][i % 16] = a[i]; sb[i / 256][i / 16 % 16][i % 16] = b[i]; }
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  for (int i = 0; i < 2; i++) {
    wmma::load_matrix_sync(fa, &sa[i][0][0], 16);
    wmma::load_matrix_sync(fb, &sb[i][0][0], 16);
    wmma::mma_sync(fc[i], fa, fb, fc[i]);
  }
  int warp = threadIdx.x / 32;
  for (int i = 0; i < 2; i++) wmma::store_matrix_sync(c + ((blockIdx.x * (blockDim.x / 32) + warp) * 2 + i) * 256, fc[i], 16, wmma::mem_row_major);
}

// Wrong: no barrier before the loads.
__global__ void __launch_bounds__(32) tiles_wrong(const half *a, half *c) {
  __shared__ half sa[16][16];
  wmma::fragment<wmma::accumulator, 16, 16, 16, half> fc;
  wmma::fill_fragment(fc, (half)0.0f);
  for (int i = threadIdx.x; i < 256; i += blockDim.x) sa[i / 16 % 16][i % 16] = a[i];
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::load_matrix_sync(fa, &sa[0][0], 16);
  wmma::load_matrix_sync(fb, a, 16);
  wmma::mma_sync(fc, fa, fb, fc);
  int warp = threadIdx.x / 32;
  wmma::store_matrix_sync(c + (blockIdx.x * (blockDim.x / 32) + warp) * 256, fc, 16, wmma::mem_row_major);
}

// Wrong: warps store to one place.
__global__ void __launch_bounds__(64) store_wrong(half *c) {
  wmma::fragment<wmma::accumulator, 16, 16, 16, half> fc;
  wmma::fill_fragment(fc, (half)0.0f);
  wmma::store_matrix_sync(c + blockIdx.x * 256, fc, 16, wmma::mem_row_major);
}

// Wrong: reads behind the store without a barrier of the warp.
__global__ void __launch_bounds__(32) epilogue_wrong(float *c) {
  __shared__ float s[16 * 16];
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  wmma::store_matrix_sync(s, fc, 16, wmma::mem_row_major);
  for (int i = threadIdx.x; i < 256; i += 32) c[blockIdx.x * 256 + i] = s[i];
}

// Right: with it.
__global__ void __launch_bounds__(32) epilogue(float *c) {
  __shared__ float s[16 * 16];
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  wmma::store_matrix_sync(s, fc, 16, wmma::mem_row_major);
  __syncwarp();
  for (int i = threadIdx.x; i < 256; i += 32) c[blockIdx.x * 256 + i] = s[i];
}

// Wrong: only a part of the warp.
__global__ void __launch_bounds__(32) part_wrong(float *c) {
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  if (threadIdx.x < 16) wmma::store_matrix_sync(c + blockIdx.x * 256, fc, 16, wmma::mem_row_major);
}

// Wrong: stride too short.
__global__ void __launch_bounds__(32) stride_wrong(float *c) {
  __shared__ float s[16 * 16 - 1];
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  wmma::store_matrix_sync(s, fc, 16, wmma::mem_row_major);
}

// Right: tf32.
__global__ void __launch_bounds__(32) tf32(const float *a, const float *b, float *c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  wmma::load_matrix_sync(fa, a, 8);
  wmma::load_matrix_sync(fb, b, 16);
  for (int i = 0; i < fa.num_elements; i++) fa.x[i] = wmma::__float_to_tf32(fa.x[i]);
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(c + blockIdx.x * 256, fc, 16, wmma::mem_row_major);
}
