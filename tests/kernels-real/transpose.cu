#include <cooperative_groups.h>
#include <helper_string.h>
namespace cg = cooperative_groups;
#define TILE_DIM 32
#define BLOCK_ROWS 8

__global__ void copySharedMem(float *odata, float *idata, int width, int height) {
  cg::thread_block cta = cg::this_thread_block();
  __shared__ float tile[TILE_DIM][TILE_DIM];
  int xIndex = blockIdx.x * TILE_DIM + threadIdx.x, yIndex = blockIdx.y * TILE_DIM + threadIdx.y;
  int index = xIndex + width * yIndex;
  for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS)
    if (xIndex < width && yIndex < height) tile[threadIdx.y][threadIdx.x] = idata[index];
  cg::sync(cta);
  for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS)
    if (xIndex < height && yIndex < width) odata[index] = tile[threadIdx.y][threadIdx.x];
}

__global__ void transposeNoBankConflicts(float *odata, float *idata, int width, int height) {
  cg::thread_block cta = cg::this_thread_block();
  __shared__ float tile[TILE_DIM][TILE_DIM + 1];
  int xIndex = blockIdx.x * TILE_DIM + threadIdx.x, yIndex = blockIdx.y * TILE_DIM + threadIdx.y;
  int index_in = xIndex + (yIndex)*width;
  xIndex = blockIdx.y * TILE_DIM + threadIdx.x;
  yIndex = blockIdx.x * TILE_DIM + threadIdx.y;
  int index_out = xIndex + (yIndex)*height;
  for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS) tile[threadIdx.y + i][threadIdx.x] = idata[index_in + i * width];
  cg::sync(cta);
  for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS) odata[index_out + i * height] = tile[threadIdx.x][threadIdx.y + i];
}

template <typename T>
__global__ void transpose_inplace_pairs(T *a, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < j && j < n) { T t = a[i * n + j]; a[i * n + j] = a[j * n + i]; a[j * n + i] = t; }
}

int main() {
  dim3 grid(1024 / TILE_DIM, 1024 / TILE_DIM), threads(TILE_DIM, BLOCK_ROWS);
  void (*kernel)(float *, float *, int, int) = &copySharedMem;
  float *d_odata = nullptr, *d_idata = nullptr;
  kernel<<<grid, threads>>>(d_odata, d_idata, 1024, 1024);
  transposeNoBankConflicts<<<grid, threads>>>(d_odata, d_idata, 1024, 1024);
  transpose_inplace_pairs<double><<<dim3(32, 32), dim3(32, 32)>>>((double *)d_odata, 1024);
}
