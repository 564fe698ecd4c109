#include <cub/cub.cuh>
__global__ void total(const float *in, float *out, int n) {
  typedef cub::BlockReduce<float, 256> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  float own = 0.0f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) own += in[i];
  float sum = Reduce(storage).Sum(own);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
// MISTAKE: the storage is used again without a barrier.
__global__ void twice(const float *in, float *out, int n) {
  using Reduce = cub::BlockReduce<float, 256>;
  __shared__ Reduce::TempStorage storage;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float own = i < n ? in[i] : 0.0f;
  float sum = Reduce(storage).Sum(own);
  float most = Reduce(storage).Reduce(own, cub::Max());
  if (threadIdx.x == 0) out[blockIdx.x] = sum + most;
}
// MISTAKE: the result is in thread 0 alone, and all decide by it whether they wait.
__global__ void all_decide(const int *in, int *out, int n) {
  typedef cub::BlockReduce<int, 128> Reduce;
  __shared__ Reduce::TempStorage storage;
  int sum = Reduce(storage).Sum(threadIdx.x < n ? in[threadIdx.x] : 0);
  if (sum > 0) __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
__global__ void positions(const int *in, int *out) {
  typedef cub::BlockScan<int, 128> Scan;
  __shared__ Scan::TempStorage storage;
  int at, all;
  Scan(storage).ExclusiveSum(in[blockIdx.x * 128 + threadIdx.x], at, all);
  out[blockIdx.x * 128 + threadIdx.x] = at;
}
struct Max {
  template<typename T, typename U> __device__ typename std::common_type<T, U>::type operator()(T &&a, U &&b) const { return a > b ? a : b; }
};
__global__ void largest_of_block(const float *in, float *out, int n) {
  using BlockReduce = cub::BlockReduce<float, 64, cub::BLOCK_REDUCE_WARP_REDUCTIONS>;
  __shared__ BlockReduce::TempStorage first;
  __shared__ typename BlockReduce::TempStorage second;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float most = BlockReduce(first).Reduce(i < n ? in[i] : 0.0f, Max());
  float sum = BlockReduce(second).Sum(i < n ? in[i] : 0.0f);
  if (threadIdx.x == 0) out[blockIdx.x] = most / sum;
}
// MISTAKE: threads behind the end do not come to the reduction.
__global__ void some_come(const float *in, float *out, int n) {
  using Reduce = cub::BlockReduce<float, 64>;
  __shared__ Reduce::TempStorage storage;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = Reduce(storage).Sum(in[i]);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
  }
}
void start(const float *in, float *out, int n) {
  total<<<(n + 255) / 256, 256>>>(in, out, n);
  largest_of_block<<<(n + 63) / 64, 32>>>(in, out, n);
}
