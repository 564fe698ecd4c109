#include <cstdint>
#include <cub/cub.cuh>
#define NUM_BINS 256

__global__ void histogram_global(const uint8_t *data, unsigned *bins, size_t n) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[data[i]], 1u);
}

__global__ void histogram_shared(const uint8_t *__restrict__ data, unsigned *__restrict__ bins, size_t n) {
  __shared__ unsigned local[NUM_BINS];
  for (int b = threadIdx.x; b < NUM_BINS; b += blockDim.x) local[b] = 0;
  __syncthreads();
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) atomicAdd(&local[data[i]], 1);
  __syncthreads();
  for (int b = threadIdx.x; b < NUM_BINS; b += blockDim.x) if (local[b]) atomicAdd(&bins[b], local[b]);
}

typedef unsigned char uchar;
#define WARP_COUNT 6
#define UINT_BITS 32
#define LOG2_WARP_SIZE 5U
#define WARP_SIZE (1U << LOG2_WARP_SIZE)
#define HISTOGRAM256_THREADBLOCK_SIZE (WARP_COUNT * WARP_SIZE)
#define HISTOGRAM256_THREADBLOCK_MEMORY (WARP_COUNT * NUM_BINS)
#define TAG_MASK 0xFFFFFFFFU

inline __device__ void addByte(unsigned *s_WarpHist, unsigned data, unsigned threadTag) { atomicAdd(s_WarpHist + data, 1); }
inline __device__ void addWord(unsigned *s_WarpHist, unsigned data, unsigned tag) {
  addByte(s_WarpHist, (data >> 0) & 0xFFU, tag);
  addByte(s_WarpHist, (data >> 8) & 0xFFU, tag);
  addByte(s_WarpHist, (data >> 16) & 0xFFU, tag);
  addByte(s_WarpHist, (data >> 24) & 0xFFU, tag);
}

__global__ void histogram256Kernel(unsigned *d_PartialHistograms, unsigned *d_Data, unsigned dataCount) {
  __shared__ unsigned s_Hist[HISTOGRAM256_THREADBLOCK_MEMORY];
  unsigned *s_WarpHist = s_Hist + (threadIdx.x >> LOG2_WARP_SIZE) * NUM_BINS;
#pragma unroll
  for (unsigned i = 0; i < (HISTOGRAM256_THREADBLOCK_MEMORY / HISTOGRAM256_THREADBLOCK_SIZE); i++) s_Hist[threadIdx.x + i * HISTOGRAM256_THREADBLOCK_SIZE] = 0;
  const unsigned tag = threadIdx.x << (UINT_BITS - LOG2_WARP_SIZE);
  __syncthreads();
  for (unsigned pos = blockIdx.x * blockDim.x + threadIdx.x; pos < dataCount; pos += blockDim.x * gridDim.x) {
    unsigned data = d_Data[pos];
    addWord(s_WarpHist, data, tag);
  }
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < NUM_BINS; bin += HISTOGRAM256_THREADBLOCK_SIZE) {
    unsigned sum = 0;
    for (unsigned i = 0; i < WARP_COUNT; i++) sum += s_Hist[bin + i * NUM_BINS] & TAG_MASK;
    d_PartialHistograms[blockIdx.x * NUM_BINS + bin] = sum;
  }
}

void histogram(const uint8_t *data, unsigned *bins, size_t n) {
  size_t temp_bytes = 0;
  cub::DeviceHistogram::HistogramEven(nullptr, temp_bytes, data, bins, 257, 0, 256, n);
  histogram_global<<<(n + 255) / 256, 256>>>(data, bins, n);
  histogram_shared<<<120, 256>>>(data, bins, n);
  histogram256Kernel<<<240, HISTOGRAM256_THREADBLOCK_SIZE>>>(bins, (unsigned *)data, n / 4);
}
