#include <cub/cub.cuh>
__global__ void warp_sums(const float *in, float *out) {
  typedef cub::WarpReduce<float> Reduce;
  __shared__ typename Reduce::TempStorage storage[8];
  float sum = Reduce(storage[threadIdx.x / 32]).Sum(in[blockIdx.x * 256 + threadIdx.x]);
  if (threadIdx.x % 32 == 0) out[blockIdx.x * 8 + threadIdx.x / 32] = sum;
}
// MISTAKE: all warps have one storage.
__global__ void one_storage(const float *in, float *out) {
  typedef cub::WarpReduce<float> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  float sum = Reduce(storage).Sum(in[blockIdx.x * 256 + threadIdx.x]);
  if (threadIdx.x % 32 == 0) out[blockIdx.x * 8 + threadIdx.x / 32] = sum;
}
// MISTAKE: a scan of a warp orders nothing that others wrote.
__global__ void as_fence(const float *in, float *out) {
  typedef cub::WarpScan<float> Scan;
  __shared__ typename Scan::TempStorage storage[8];
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  float sum; Scan(storage[threadIdx.x / 32]).InclusiveSum(1.0f, sum);
  out[blockIdx.x * 256 + threadIdx.x] = sum + tile[threadIdx.x ^ 1];
}
// MISTAKE: not all threads of the warp come.
__global__ void some_come(const float *in, float *out, int n) {
  typedef cub::WarpScan<float> Scan;
  __shared__ typename Scan::TempStorage storage[8];
  if (threadIdx.x < n) { float sum; Scan(storage[threadIdx.x / 32]).InclusiveSum(in[threadIdx.x], sum); out[blockIdx.x * 256 + threadIdx.x] = sum; }
}
// MISTAKE: the sum is in the first thread of a warp alone.
__global__ void everybody_has(const int *in, int *out) {
  typedef cub::WarpReduce<int> Reduce;
  __shared__ typename Reduce::TempStorage storage[8];
  int sum = Reduce(storage[threadIdx.x / 32]).Sum(in[threadIdx.x]);
  if (sum > 0) __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = 1;
}
__global__ void halves_of_warps(const float *in, float *out) {
  typedef cub::WarpReduce<float, 16> Reduce;
  __shared__ typename Reduce::TempStorage storage[16];
  float most = Reduce(storage[threadIdx.x / 16]).Reduce(in[blockIdx.x * 256 + threadIdx.x], cub::Max());
  if (threadIdx.x % 16 == 0) out[blockIdx.x * 16 + threadIdx.x / 16] = most;
}
void start(float *a, float *b, int *c, int *d) {
  warp_sums<<<4, 256>>>(a, b);
  one_storage<<<4, 256>>>(a, b);
  as_fence<<<4, 256>>>(a, b);
  some_come<<<4, 256>>>(a, b, 100);
  everybody_has<<<4, 256>>>(c, d);
  halves_of_warps<<<4, 256>>>(a, b);
}
