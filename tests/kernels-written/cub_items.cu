#include <cub/cub.cuh>
__global__ void moved(const int *in, int *out) {
  typedef cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_TRANSPOSE> Load;
  typedef cub::BlockStore<int, 128, 4, cub::BLOCK_STORE_TRANSPOSE> Store;
  __shared__ union { typename Load::TempStorage load; typename Store::TempStorage store; } s;
  int items[4];
  Load(s.load).Load(in + blockIdx.x * 512, items);
  __syncthreads();
  Store(s.store).Store(out + blockIdx.x * 512, items);
}
// MISTAKE: the storage is used again without a barrier.
__global__ void moved_at_once(const int *in, int *out) {
  typedef cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_TRANSPOSE> Load;
  typedef cub::BlockStore<int, 128, 4, cub::BLOCK_STORE_TRANSPOSE> Store;
  __shared__ union { typename Load::TempStorage load; typename Store::TempStorage store; } s;
  int items[4];
  Load(s.load).Load(in + blockIdx.x * 512, items);
  Store(s.store).Store(out + blockIdx.x * 512, items);
}
// MISTAKE: blocks write over the ends of others.
__global__ void too_near(const int *in, int *out) {
  typedef cub::BlockStore<int, 128, 4> Store;
  __shared__ typename Store::TempStorage s;
  int items[4] = {1, 2, 3, 4};
  Store(s).Store(out + blockIdx.x * 500, items);
}
__global__ void direct(const int *in, int *out, int n) {
  typedef cub::BlockStore<int, 128, 4> Store;
  typedef cub::BlockLoad<int, 128, 4> Load;
  __shared__ typename Store::TempStorage s;
  __shared__ typename Load::TempStorage l;
  int items[4];
  Load(l).Load(in + blockIdx.x * 512, items, n - blockIdx.x * 512, 0);
  Store(s).Store(out + blockIdx.x * 512, items, n - blockIdx.x * 512);
}
__global__ void sorted(int *keys) {
  typedef cub::BlockRadixSort<int, 128, 4> Sort;
  __shared__ typename Sort::TempStorage s;
  int items[4];
  for (int i = 0; i < 4; i++) items[i] = keys[blockIdx.x * 512 + threadIdx.x * 4 + i];
  Sort(s).Sort(items);
  for (int i = 0; i < 4; i++) keys[blockIdx.x * 512 + threadIdx.x * 4 + i] = items[i];
}
// MISTAKE: threads write where others may read still.
__global__ void sorted_in_place(int *keys) {
  typedef cub::BlockRadixSort<int, 128, 4> Sort;
  __shared__ typename Sort::TempStorage s;
  int items[4];
  for (int i = 0; i < 4; i++) items[i] = keys[blockIdx.x * 512 + threadIdx.x * 4 + i];
  Sort(s).SortBlockedToStriped(items);
  for (int i = 0; i < 4; i++) keys[blockIdx.x * 512 + threadIdx.x + i * 128] = items[i];
}
__global__ void changed(const int *in, int *out) {
  typedef cub::BlockExchange<int, 128, 4> Exchange;
  __shared__ typename Exchange::TempStorage s;
  int items[4];
  for (int i = 0; i < 4; i++) items[i] = in[blockIdx.x * 512 + threadIdx.x + i * 128];
  Exchange(s).StripedToBlocked(items);
  for (int i = 0; i < 4; i++) out[blockIdx.x * 512 + threadIdx.x * 4 + i] = items[i];
}
// MISTAKE: the storage is used again without a barrier.
__global__ void changed_twice(const int *in, int *out) {
  typedef cub::BlockExchange<int, 128, 4> Exchange;
  __shared__ typename Exchange::TempStorage s;
  int items[4];
  for (int i = 0; i < 4; i++) items[i] = in[blockIdx.x * 512 + threadIdx.x + i * 128];
  Exchange(s).StripedToBlocked(items);
  Exchange(s).BlockedToStriped(items);
  for (int i = 0; i < 4; i++) out[blockIdx.x * 512 + threadIdx.x * 4 + i] = items[i];
}
// MISTAKE: what comes from others is any value.
__global__ void index_by_result(const int *in, int *out) {
  typedef cub::BlockExchange<int, 128, 1> Exchange;
  __shared__ typename Exchange::TempStorage s;
  int items[1] = {(int)threadIdx.x};
  Exchange(s).StripedToBlocked(items);
  out[items[0]] = 1;
}
__global__ void differences(const int *in, int *out) {
  typedef cub::BlockAdjacentDifference<int, 128> D;
  __shared__ typename D::TempStorage s;
  int items[4], d[4];
  for (int i = 0; i < 4; i++) items[i] = in[blockIdx.x * 512 + threadIdx.x * 4 + i];
  D(s).SubtractLeft(items, d, cub::Max());
  for (int i = 0; i < 4; i++) out[blockIdx.x * 512 + threadIdx.x * 4 + i] = d[i];
}
// MISTAKE: the block has another number of threads.
__global__ void half_a_block(const int *in, int *out) {
  typedef cub::BlockLoad<int, 64, 4> Load;
  __shared__ typename Load::TempStorage s;
  int items[4];
  Load(s).Load(in + blockIdx.x * 512, items);
  out[blockIdx.x * 128 + threadIdx.x] = items[0];
}
// MISTAKE: a reduction orders nothing that others wrote.
__global__ void reduction_as_fence(int *data, int *out) {
  typedef cub::BlockReduce<int, 128> Reduce;
  __shared__ typename Reduce::TempStorage s;
  data[blockIdx.x * 128 + threadIdx.x] = threadIdx.x;
  int sum = Reduce(s).Sum(1);
  out[blockIdx.x * 128 + threadIdx.x] = data[blockIdx.x * 128 + (threadIdx.x ^ 1)];
}
__global__ void positions_of_items(const int *in, int *out) {
  typedef cub::BlockScan<int, 128> Scan;
  __shared__ typename Scan::TempStorage s;
  int items[2] = {in[blockIdx.x * 256 + threadIdx.x * 2], in[blockIdx.x * 256 + threadIdx.x * 2 + 1]}, all;
  Scan(s).ExclusiveSum(items, items, all);
  out[blockIdx.x * 256 + threadIdx.x * 2] = items[0];
  out[blockIdx.x * 256 + threadIdx.x * 2 + 1] = items[1];
}
void start(int *a, int *b) {
  moved<<<4, 128>>>(a, b); moved_at_once<<<4, 128>>>(a, b); too_near<<<4, 128>>>(a, b); direct<<<4, 128>>>(a, b, 2000);
  sorted<<<4, 128>>>(a); sorted_in_place<<<4, 128>>>(a); changed<<<4, 128>>>(a, b); changed_twice<<<4, 128>>>(a, b);
  index_by_result<<<4, 128>>>(a, b); differences<<<4, 128>>>(a, b); half_a_block<<<4, 128>>>(a, b);
  reduction_as_fence<<<4, 128>>>(a, b); positions_of_items<<<4, 128>>>(a, b);
}
