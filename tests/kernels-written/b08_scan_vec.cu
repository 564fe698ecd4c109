#include <assert.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
typedef unsigned int uint;
#define THREADBLOCK_SIZE 256
inline __device__ uint scan1Inclusive(uint idata, volatile uint *s_Data, uint size, cg::thread_block cta) {
  uint pos = 2 * threadIdx.x - (threadIdx.x & (size - 1));
  s_Data[pos] = 0;
  pos += size;
  s_Data[pos] = idata;
  for (uint offset = 1; offset < size; offset <<= 1) {
    cg::sync(cta);
    uint t = s_Data[pos] + s_Data[pos - offset];
    cg::sync(cta);
    s_Data[pos] = t;
  }
  return s_Data[pos];
}
inline __device__ uint scan1Exclusive(uint idata, volatile uint *s_Data, uint size, cg::thread_block cta) { return scan1Inclusive(idata, s_Data, size, cta) - idata; }
inline __device__ uint4 scan4Inclusive(uint4 idata4, volatile uint *s_Data, uint size, cg::thread_block cta) {
  idata4.y += idata4.x;
  idata4.z += idata4.y;
  idata4.w += idata4.z;
  uint oval = scan1Exclusive(idata4.w, s_Data, size / 4, cta);
  idata4.x += oval; idata4.y += oval; idata4.z += oval; idata4.w += oval;
  return idata4;
}
__global__ void scanExclusiveShared(uint4 *d_Dst, uint4 *d_Src, uint size) {
  cg::thread_block cta = cg::this_thread_block();
  __shared__ uint s_Data[2 * THREADBLOCK_SIZE];
  uint pos = blockIdx.x * blockDim.x + threadIdx.x;
  uint4 idata4 = d_Src[pos];
  uint4 o = scan4Inclusive(idata4, s_Data, size, cta);
  o.x -= idata4.x; o.y -= idata4.y; o.z -= idata4.z; o.w -= idata4.w;
  d_Dst[pos] = o;
}
__global__ void scanExclusiveShared2(uint *d_Buf, uint *d_Dst, uint *d_Src, uint N, uint arrayLength) {
  cg::thread_block cta = cg::this_thread_block();
  __shared__ uint s_Data[2 * THREADBLOCK_SIZE];
  uint pos = blockIdx.x * blockDim.x + threadIdx.x;
  uint idata = 0;
  if (pos < N) idata = d_Dst[(4 * THREADBLOCK_SIZE) - 1 + (4 * THREADBLOCK_SIZE) * pos] + d_Src[(4 * THREADBLOCK_SIZE) - 1 + (4 * THREADBLOCK_SIZE) * pos];
  uint odata = scan1Exclusive(idata, s_Data, arrayLength, cta);
  if (pos < N) d_Buf[pos] = odata;
}
__global__ void uniformUpdate(uint4 *d_Data, uint *d_Buffer) {
  cg::thread_block cta = cg::this_thread_block();
  __shared__ uint buf;
  uint pos = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) buf = d_Buffer[blockIdx.x];
  cg::sync(cta);
  uint4 data4 = d_Data[pos];
  data4.x += buf; data4.y += buf; data4.z += buf; data4.w += buf;
  d_Data[pos] = data4;
}
extern "C" void scan(uint *d_Dst, uint *d_Src, uint *d_Buf, uint batchSize, uint arrayLength) {
  scanExclusiveShared<<<(batchSize * arrayLength) / (4 * THREADBLOCK_SIZE), THREADBLOCK_SIZE>>>((uint4 *)d_Dst, (uint4 *)d_Src, 4 * THREADBLOCK_SIZE);
  const uint blockCount2 = (batchSize * arrayLength) / (4 * THREADBLOCK_SIZE);
  scanExclusiveShared2<<<(blockCount2 + THREADBLOCK_SIZE - 1) / THREADBLOCK_SIZE, THREADBLOCK_SIZE>>>(d_Buf, d_Dst, d_Src, blockCount2, arrayLength / (4 * THREADBLOCK_SIZE));
  uniformUpdate<<<(batchSize * arrayLength) / (4 * THREADBLOCK_SIZE), THREADBLOCK_SIZE>>>((uint4 *)d_Dst, d_Buf);
}
