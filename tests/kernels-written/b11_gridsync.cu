#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__device__ void reduceBlock(double *sdata, const cg::thread_block &cta) {
  const unsigned int tid = cta.thread_rank();
  cg::thread_block_tile<32> tile32 = cg::tiled_partition<32>(cta);
  sdata[tid] = cg::reduce(tile32, sdata[tid], cg::plus<double>());
  cg::sync(cta);
  double beta = 0.0;
  if (cta.thread_rank() == 0) {
    beta = 0;
    for (int i = 0; i < blockDim.x; i += tile32.size()) beta += sdata[i];
    sdata[0] = beta;
  }
  cg::sync(cta);
}
extern "C" __global__ void reduceSinglePassMultiBlockCG(const float *g_idata, float *g_odata, unsigned int n) {
  cg::thread_block block = cg::this_thread_block();
  cg::grid_group grid = cg::this_grid();
  extern double __shared__ sdata[];
  sdata[block.thread_rank()] = 0;
  for (int i = grid.thread_rank(); i < n; i += grid.size()) sdata[block.thread_rank()] += g_idata[i];
  cg::sync(block);
  reduceBlock(sdata, block);
  if (block.thread_rank() == 0) g_odata[blockIdx.x] = sdata[0];
  cg::sync(grid);
  if (grid.thread_rank() == 0) {
    for (int blockn = 1; blockn < gridDim.x; blockn++) g_odata[0] += g_odata[blockn];
  }
}
extern "C" __global__ void gpuConjugateGradient(int *I, int *J, float *val, float *x, float *Ax, float *p, float *r, double *dot_result, int nnz, int N, float tol) {
  cg::thread_block cta = cg::this_thread_block();
  cg::grid_group grid = cg::this_grid();
  int max_iter = 10000;
  float alpha = 1.0f, r0 = 0.0, r1;
  for (int i = grid.thread_rank(); i < N; i += grid.size()) {
    int row_elem = I[i], next = I[i + 1], num = next - row_elem;
    float output = 0.0;
    for (int j = 0; j < num; j++) output += alpha * val[row_elem + j] * x[J[row_elem + j]];
    Ax[i] = output;
  }
  cg::sync(grid);
  for (int i = grid.thread_rank(); i < N; i += grid.size()) r[i] = -1.0f * Ax[i] + r[i];
  cg::sync(grid);
  {
    extern __shared__ double tmp[];
    double temp_sum = 0.0;
    for (int i = grid.thread_rank(); i < N; i += grid.size()) temp_sum += static_cast<double>(r[i] * r[i]);
    cg::thread_block_tile<32> tile32 = cg::tiled_partition<32>(cta);
    temp_sum = cg::reduce(tile32, temp_sum, cg::plus<double>());
    if (tile32.thread_rank() == 0) tmp[tile32.meta_group_rank()] = temp_sum;
    cg::sync(cta);
    if (tile32.meta_group_rank() == 0) {
      temp_sum = tile32.thread_rank() < tile32.meta_group_size() ? tmp[tile32.thread_rank()] : 0.0;
      temp_sum = cg::reduce(tile32, temp_sum, cg::plus<double>());
      if (tile32.thread_rank() == 0) atomicAdd(dot_result, temp_sum);
    }
  }
  cg::sync(grid);
  r1 = *dot_result;
  int k = 1;
  while (r1 > tol * tol && k <= max_iter) {
    for (int i = grid.thread_rank(); i < N; i += grid.size()) p[i] = r[i] + (k > 1 ? r1 / r0 : 0) * p[i];
    cg::sync(grid);
    if (threadIdx.x == 0 && blockIdx.x == 0) *dot_result = 0.0;
    r0 = r1;
    cg::sync(grid);
    r1 = (float)*dot_result;
    cg::sync(grid);
    k++;
  }
}
int main() {
  int numThreads = 512, numBlocks = 80, smemSize = numThreads * sizeof(double);
  dim3 dimBlock(numThreads, 1, 1), dimGrid(numBlocks, 1, 1);
  void *kernelArgs[] = {nullptr};
  cudaLaunchCooperativeKernel((void *)reduceSinglePassMultiBlockCG, dimGrid, dimBlock, kernelArgs, smemSize, NULL);
  cudaLaunchCooperativeKernel((void *)gpuConjugateGradient, dimGrid, dimBlock, kernelArgs, smemSize, NULL);
}
