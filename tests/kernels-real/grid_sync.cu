#include <cooperative_groups.h>
#include <cuda_runtime_api.h>
namespace cg = cooperative_groups;

__device__ double grid_dot_result = 0.0;

__device__ void gpuSpMV(int *I, int *J, float *val, int nnz, int num_rows, float alpha, float *inputVecX, float *outputVecY, cg::thread_block &cta, const cg::grid_group &grid) {
  for (int i = grid.thread_rank(); i < num_rows; i += grid.size()) {
    int row_elem = I[i];
    int next_row_elem = I[i + 1];
    int num_elems_this_row = next_row_elem - row_elem;
    float output = 0.0;
    for (int j = 0; j < num_elems_this_row; j++) output += alpha * val[row_elem + j] * inputVecX[J[row_elem + j]];
    outputVecY[i] = output;
  }
}

__device__ void gpuDotProduct(float *vecA, float *vecB, double *result, int size, const cg::thread_block &cta, const cg::grid_group &grid) {
  extern __shared__ double tmp[];
  double temp_sum = 0.0;
  for (int i = grid.thread_rank(); i < size; i += grid.size()) temp_sum += static_cast<double>(vecA[i] * vecB[i]);
  cg::thread_block_tile<32> tile32 = cg::tiled_partition<32>(cta);
  for (int offset = 16; offset > 0; offset >>= 1) temp_sum += tile32.shfl_down(temp_sum, offset);
  if (tile32.thread_rank() == 0) tmp[tile32.meta_group_rank()] = temp_sum;
  cg::sync(cta);
  if (tile32.meta_group_rank() == 0) {
    temp_sum = tile32.thread_rank() < tile32.meta_group_size() ? tmp[tile32.thread_rank()] : 0.0;
    for (int offset = 16; offset > 0; offset >>= 1) temp_sum += tile32.shfl_down(temp_sum, offset);
    if (tile32.thread_rank() == 0) atomicAdd(result, temp_sum);
  }
}

extern "C" __global__ void gpuConjugateGradient(int *I, int *J, float *val, float *x, float *Ax, float *p, float *r, double *dot_result, int nnz, int N, float tol) {
  cg::thread_block cta = cg::this_thread_block();
  cg::grid_group grid = cg::this_grid();
  float a = 1.0, na = -1.0, r0 = 0.0;
  int max_iter = 10000;
  gpuSpMV(I, J, val, nnz, N, a, x, Ax, cta, grid);
  cg::sync(grid);
  for (int i = grid.thread_rank(); i < N; i += grid.size()) r[i] += na * Ax[i];
  cg::sync(grid);
  gpuDotProduct(r, r, dot_result, N, cta, grid);
  cg::sync(grid);
  float r1 = *dot_result;
  int k = 1;
  while (r1 > tol * tol && k <= max_iter) {
    if (k > 1) { float b = r1 / r0; for (int i = grid.thread_rank(); i < N; i += grid.size()) p[i] = r[i] + b * p[i]; }
    else { for (int i = grid.thread_rank(); i < N; i += grid.size()) p[i] = r[i]; }
    cg::sync(grid);
    gpuSpMV(I, J, val, nnz, N, 1.f, p, Ax, cta, grid);
    if (threadIdx.x == 0 && blockIdx.x == 0) *dot_result = 0.0;
    cg::sync(grid);
    gpuDotProduct(p, Ax, dot_result, N, cta, grid);
    cg::sync(grid);
    r0 = r1;
    r1 = *dot_result;
    grid.sync();
    k++;
  }
}

__global__ void persistent_counter(int *data, int rounds) {
  cg::grid_group g = cg::this_grid();
  for (int r = 0; r < rounds; ++r) {
    data[g.thread_rank()] += data[(g.thread_rank() + 1) % g.size()] & 1;
    g.sync();
  }
}

int main() {
  int numBlocksPerSm = 0, numThreads = 512;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&numBlocksPerSm, gpuConjugateGradient, numThreads, 0);
  dim3 dimGrid(numBlocksPerSm * 80, 1, 1), dimBlock(512, 1, 1);
  void *kernelArgs[] = {nullptr};
  checkCudaErrors(cudaLaunchCooperativeKernel((void *)gpuConjugateGradient, dimGrid, dimBlock, kernelArgs, (numThreads / 32 + 1) * sizeof(double), NULL));
}
