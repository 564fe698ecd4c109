#include "helper_functions.h"
#include <cooperative_groups.h>
#include <cuda.h>
namespace cg = cooperative_groups;
#define LOG_NUM_BANKS 5
#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)

// Hillis and Steele, two buffers.
__global__ void scan_naive(float *g_odata, const float *g_idata, int n) {
  extern __shared__ float temp[];
  int thid = threadIdx.x;
  int pout = 0, pin = 1;
  temp[pout * n + thid] = (thid > 0) ? g_idata[thid - 1] : 0;
  __syncthreads();
  for (int offset = 1; offset < n; offset *= 2) {
    pout = 1 - pout;
    pin = 1 - pout;
    if (thid >= offset) temp[pout * n + thid] = temp[pin * n + thid] + temp[pin * n + thid - offset];
    else temp[pout * n + thid] = temp[pin * n + thid];
    __syncthreads();
  }
  g_odata[thid] = temp[pout * n + thid];
}

// Blelloch.
__global__ void scan_work_efficient(float *g_odata, float *g_idata, int n) {
  extern __shared__ float temp[];
  int thid = threadIdx.x, offset = 1;
  int ai = thid, bi = thid + (n / 2);
  int bankOffsetA = CONFLICT_FREE_OFFSET(ai), bankOffsetB = CONFLICT_FREE_OFFSET(bi);
  temp[ai + bankOffsetA] = g_idata[ai];
  temp[bi + bankOffsetB] = g_idata[bi];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (thid < d) {
      int a = offset * (2 * thid + 1) - 1, b = offset * (2 * thid + 2) - 1;
      a += CONFLICT_FREE_OFFSET(a);
      b += CONFLICT_FREE_OFFSET(b);
      temp[b] += temp[a];
    }
    offset *= 2;
  }
  if (thid == 0) temp[n - 1 + CONFLICT_FREE_OFFSET(n - 1)] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (thid < d) {
      int a = offset * (2 * thid + 1) - 1, b = offset * (2 * thid + 2) - 1;
      a += CONFLICT_FREE_OFFSET(a);
      b += CONFLICT_FREE_OFFSET(b);
      float t = temp[a];
      temp[a] = temp[b];
      temp[b] += t;
    }
  }
  __syncthreads();
  g_odata[ai] = temp[ai + bankOffsetA];
  g_odata[bi] = temp[bi + bankOffsetB];
}

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

__global__ void scanExclusiveShared(uint4 *d_Dst, uint4 *d_Src, uint size) {
  cg::thread_block cta = cg::this_thread_block();
  __shared__ uint s_Data[2 * 256];
  uint pos = blockIdx.x * blockDim.x + threadIdx.x;
  uint4 idata4 = d_Src[pos];
  idata4.y += idata4.x;
  idata4.z += idata4.y;
  idata4.w += idata4.z;
  uint oval = scan1Inclusive(idata4.w, s_Data, size / 4, cta) - idata4.w;
  uint4 odata4 = {oval, oval + idata4.x, oval + idata4.y, oval + idata4.z};
  d_Dst[pos] = odata4;
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

extern "C" size_t scanExclusive(uint *d_Dst, uint *d_Src, uint batchSize, uint arrayLength) {
  assert((batchSize * arrayLength) % (4 * 256) == 0);
  scanExclusiveShared<<<(batchSize * arrayLength) / (4 * 256), 256>>>((uint4 *)d_Dst, (uint4 *)d_Src, arrayLength);
  getLastCudaError("scanExclusiveShared() execution FAILED\n");
  uniformUpdate<<<batchSize, 256>>>((uint4 *)d_Dst, d_Src);
  scan_naive<<<1, arrayLength, 2 * arrayLength * sizeof(float)>>>((float *)d_Dst, (float *)d_Src, arrayLength);
  return 256;
}
