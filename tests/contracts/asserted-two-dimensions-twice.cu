// wrong: blockDim.x == 16 && blockDim.y == 16 && blockDim.z == 1
// The storage is used again without a barrier.
#include <cub/cub.cuh>
__global__ void sums(float *out, const float *in, int n) {
  typedef cub::BlockReduce<float, 16, cub::BLOCK_REDUCE_WARP_REDUCTIONS, 16> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  int at = threadIdx.y * 16 + threadIdx.x;
  float first = Reduce(storage).Sum(in[at]);
  float second = Reduce(storage).Sum(in[at + n]);
  if (threadIdx.x == 0 && threadIdx.y == 0) out[blockIdx.x] = first + second;
}
