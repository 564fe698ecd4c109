#include <cub/cub.cuh>
// MISTAKE: threads still use their numbers where the reduction already uses its storage.
__global__ void own_numbers_in_storage(int *out) {
  typedef cub::BlockReduce<int, 64> Reduce;
  __shared__ union { Reduce::TempStorage storage; int own[64]; } u;
  u.own[threadIdx.x] = threadIdx.x;
  int sum = Reduce(u.storage).Sum(u.own[threadIdx.x]);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
// MISTAKE: threads call the operation at the same time, and it changes what they share.
__global__ void counts_calls(int *out) {
  typedef cub::BlockReduce<int, 64> Reduce;
  __shared__ Reduce::TempStorage storage;
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  int sum = Reduce(storage).Reduce((int)threadIdx.x, [&](int a, int b) { count = count + 1; return a + b; });
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
// MISTAKE: the storage is used again without a barrier, though one number counts.
__global__ void one_counts(const int *in, int *out) {
  typedef cub::BlockReduce<int, 64> Reduce;
  __shared__ Reduce::TempStorage storage;
  int first = Reduce(storage).Sum(in[threadIdx.x], 1);
  int second = Reduce(storage).Sum(in[threadIdx.x], 1);
  if (threadIdx.x == 0) out[blockIdx.x] = first + second;
}
