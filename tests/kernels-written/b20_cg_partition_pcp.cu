#include <cooperative_groups.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;
__device__ int sumReduction(cg::thread_group g, int *x, int val) {
  int lane = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) {
    x[lane] = val;
    g.sync();
    if (lane < i) val += x[lane + i];
    g.sync();
  }
  if (g.thread_rank() == 0) return val; else return -1;
}
__global__ void cgkernel() {
  cg::thread_block threadBlockGroup = cg::this_thread_block();
  int threadBlockGroupSize = threadBlockGroup.size();
  extern __shared__ int workspace[];
  int input, output, expectedOutput;
  input = threadBlockGroup.thread_rank();
  expectedOutput = (threadBlockGroupSize - 1) * threadBlockGroupSize / 2;
  output = sumReduction(threadBlockGroup, workspace, input);
  if (threadBlockGroup.thread_rank() == 0) printf(" Sum of all ranks 0..%d in threadBlockGroup is %d (expected %d)\n", threadBlockGroup.size() - 1, output, expectedOutput);
  threadBlockGroup.sync();
  cg::thread_block_tile<16> tiledPartition16 = cg::tiled_partition<16>(threadBlockGroup);
  int workspaceOffset = threadBlockGroup.thread_rank() - tiledPartition16.thread_rank();
  input = tiledPartition16.thread_rank();
  output = sumReduction(tiledPartition16, workspace + workspaceOffset, input);
}
__device__ int atomicAggInc(int *counter) {
  cg::coalesced_group active = cg::coalesced_threads();
  int mask = active.ballot(1);
  int leader = __ffs(mask) - 1;
  int res;
  if (active.thread_rank() == 0) res = atomicAdd(counter, active.size());
  res = active.shfl(res, 0);
  return res + active.thread_rank();
}
__global__ void filter_arr(int *dst, int *nres, const int *src, int n) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  for (int i = id; i < n; i += gridDim.x * blockDim.x) {
    if (src[i] > 0) dst[atomicAggInc(nres)] = src[i];
  }
}
__global__ void filter_plain(int *dst, int *nres, const int *src, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n && src[i] > 0) dst[atomicAdd(nres, 1)] = src[i];
}
__global__ void warp_match(const int *x, int *y, int n) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  int i = block.group_index().x * block.group_dim().x + block.thread_index().x;
  int v = i < n ? x[i] : 0;
  unsigned b = tile.ballot(v > 3);
  int p = tile.any(v > 7), q = tile.all(v > 1);
  v += tile.shfl_xor(v, 1) + tile.shfl_up(v, 2);
  if (i < n) y[i] = v + p + q + __popc(b);
}
int main() {
  int *a, *b, *c;
  int blockSize = 64;
  cgkernel<<<1, blockSize, blockSize * sizeof(int)>>>();
  int n = 100000000;
  dim3 dimBlock(512), dimGrid((n / 512 + 1));
  filter_arr<<<dimGrid, dimBlock>>>(a, b, c, n);
  filter_plain<<<dimGrid, dimBlock>>>(a, b, c, n);
  warp_match<<<(n + 255) / 256, 256>>>(a, b, n);
}
