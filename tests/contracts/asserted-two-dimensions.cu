// verified: blockDim.x == 16 && blockDim.y == 16 && blockDim.z == 1
// A library demands a block of two dimensions.
#include <cub/cub.cuh>
__global__ void sums(float *out, const float *in, int n, int m) {
  typedef cub::BlockReduce<float, 16, cub::BLOCK_REDUCE_WARP_REDUCTIONS, 16> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  float sum = 0;
  for (int i = threadIdx.y; i < n; i += blockDim.y) {
    for (int j = threadIdx.x; j < m; j += blockDim.x) sum += in[i * m + j];
  }
  sum = Reduce(storage).Sum(sum);
  if (threadIdx.x == 0 && threadIdx.y == 0) out[blockIdx.x] = sum;
}
