#include <cooperative_groups.h>
#include <curand_kernel.h>
namespace cg = cooperative_groups;
typedef struct { float Expected; float Confidence; } __TOptionValue;
typedef struct { float S, X, MuByT, VBySqrtT; } __TOptionData;
#define THREAD_N 256
template <class T, unsigned int blockSize> __device__ void sumReduceSharedMem(volatile T *sum, volatile T *sum2, int tid, cg::thread_block_tile<32> &tile32, cg::thread_block &cta) {
  T beta = sum[tid], beta2 = sum2[tid], temp;
  for (int i = tile32.size() / 2; i > 0; i >>= 1) {
    if (tile32.thread_rank() < i) {
      temp = sum[tid + i]; beta += temp; sum[tid] = beta;
      temp = sum2[tid + i]; beta2 += temp; sum2[tid] = beta2;
    }
    cg::sync(tile32);
  }
  cg::sync(cta);
  if (tid == 0) {
    beta = 0; beta2 = 0;
    for (int i = 0; i < blockDim.x; i += tile32.size()) { beta += sum[i]; beta2 += sum2[i]; }
    sum[0] = beta; sum2[0] = beta2;
  }
  cg::sync(cta);
}
__device__ inline float endCallValue(float S, float X, float r, float MuByT, float VBySqrtT) { float c = S * __expf(MuByT + VBySqrtT * r) - X; return (c > 0) ? c : 0; }
static __global__ void MonteCarloOneBlockPerOption(curandState *__restrict rngStates, const __TOptionData *__restrict d_OptionData, __TOptionValue *__restrict d_CallValue, int pathN, int optionN) {
  cg::thread_block cta = cg::this_thread_block();
  cg::thread_block_tile<32> tile32 = cg::tiled_partition<32>(cta);
  const int SUM_N = THREAD_N;
  __shared__ float s_SumCall[SUM_N];
  __shared__ float s_Sum2Call[SUM_N];
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  curandState localState = rngStates[tid];
  for (int optionIndex = blockIdx.x; optionIndex < optionN; optionIndex += gridDim.x) {
    const float S = d_OptionData[optionIndex].S, X = d_OptionData[optionIndex].X, MuByT = d_OptionData[optionIndex].MuByT, VBySqrtT = d_OptionData[optionIndex].VBySqrtT;
    for (int iSum = threadIdx.x; iSum < SUM_N; iSum += blockDim.x) {
      __TOptionValue sumCall = {0, 0};
#pragma unroll 8
      for (int i = iSum; i < pathN; i += SUM_N) {
        float r = curand_normal(&localState);
        float callValue = endCallValue(S, X, r, MuByT, VBySqrtT);
        sumCall.Expected += callValue;
        sumCall.Confidence += callValue * callValue;
      }
      s_SumCall[iSum] = sumCall.Expected;
      s_Sum2Call[iSum] = sumCall.Confidence;
    }
    cg::sync(cta);
    sumReduceSharedMem<float, SUM_N>(s_SumCall, s_Sum2Call, threadIdx.x, tile32, cta);
    if (threadIdx.x == 0) { __TOptionValue t = {s_SumCall[0], s_Sum2Call[0]}; d_CallValue[optionIndex] = t; }
  }
}
static __global__ void rngSetupStates(curandState *rngState, int device_id) {
  int tid = threadIdx.x + blockIdx.x * blockDim.x;
  curand_init(blockIdx.x + gridDim.x * device_id, threadIdx.x, 0, &rngState[tid]);
}
__global__ void initRNG(curandState *const rngStates, const unsigned int seed) {
  unsigned int tid = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(seed, tid, 0, &rngStates[tid]);
}
__device__ unsigned int reduce_sum(unsigned int in, cg::thread_block cta) {
  extern __shared__ unsigned int sdata[];
  unsigned int ltid = threadIdx.x;
  sdata[ltid] = in;
  cg::sync(cta);
  for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) { if (ltid < s) sdata[ltid] += sdata[ltid + s]; cg::sync(cta); }
  return sdata[0];
}
__global__ void computeValue(unsigned int *const results, curandState *const rngStates, const unsigned int numSims) {
  cg::thread_block cta = cg::this_thread_block();
  unsigned int bid = blockIdx.x;
  unsigned int tid = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned int step = gridDim.x * blockDim.x;
  curandState localState = rngStates[tid];
  unsigned int pointsInside = 0;
  for (unsigned int i = tid; i < numSims; i += step) {
    float x = curand_uniform(&localState), y = curand_uniform(&localState);
    if (x * x + y * y < 1) pointsInside++;
  }
  pointsInside = reduce_sum(pointsInside, cta);
  if (threadIdx.x == 0) results[bid] = pointsInside;
}
void run(int n, int dev, curandState *st, __TOptionData *d, __TOptionValue *v, unsigned *res, int threadBlockSize, int numSMs) {
  rngSetupStates<<<n, THREAD_N>>>(st, dev);
  MonteCarloOneBlockPerOption<<<n, THREAD_N>>>(st, d, v, 1 << 18, 512);
  dim3 block; dim3 grid;
  block.x = threadBlockSize;
  grid.x = (100000 + threadBlockSize - 1) / threadBlockSize;
  initRNG<<<grid, block>>>(st, 1234);
  computeValue<<<grid, block, block.x * sizeof(unsigned int)>>>(res, st, 100000);
}
