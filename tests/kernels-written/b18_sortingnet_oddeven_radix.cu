#include <cuda_runtime.h>
typedef unsigned int uint;
__global__ void oddEvenMergeSortGlobal(uint *d_DstKey, uint *d_SrcKey, uint arrayLength, uint size, uint stride, uint dir) {
  uint global_comparatorI = blockIdx.x * blockDim.x + threadIdx.x;
  uint pos = 2 * global_comparatorI - (global_comparatorI & (stride - 1));
  if (stride < size / 2) {
    uint offset = global_comparatorI & ((size / 2) - 1);
    if (offset >= stride) {
      uint keyA = d_SrcKey[pos - stride], keyB = d_SrcKey[pos + 0];
      if ((keyA > keyB) == dir) { uint t = keyA; keyA = keyB; keyB = t; }
      d_DstKey[pos - stride] = keyA; d_DstKey[pos + 0] = keyB;
    }
  } else {
    uint keyA = d_SrcKey[pos + 0], keyB = d_SrcKey[pos + stride];
    if ((keyA > keyB) == dir) { uint t = keyA; keyA = keyB; keyB = t; }
    d_DstKey[pos + 0] = keyA; d_DstKey[pos + stride] = keyB;
  }
}
__global__ void bitonic_step(float *dev_values, int j, int k) {
  unsigned int i = threadIdx.x + blockDim.x * blockIdx.x;
  unsigned int ixj = i ^ j;
  if (ixj > i) {
    if ((i & k) == 0) { if (dev_values[i] > dev_values[ixj]) { float t = dev_values[i]; dev_values[i] = dev_values[ixj]; dev_values[ixj] = t; } }
    if ((i & k) != 0) { if (dev_values[i] < dev_values[ixj]) { float t = dev_values[i]; dev_values[i] = dev_values[ixj]; dev_values[ixj] = t; } }
  }
}
__global__ void radix_count(const uint *in, uint *counts, int n, int shift) {
  __shared__ uint h[16];
  if (threadIdx.x < 16) h[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&h[(in[i] >> shift) & 15], 1);
  __syncthreads();
  if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = h[threadIdx.x];
}
__global__ void oddeven_block(int *a, int n) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  if (2 * t < n) s[2 * t] = a[2 * t];
  if (2 * t + 1 < n) s[2 * t + 1] = a[2 * t + 1];
  __syncthreads();
  for (int p = 0; p < n; ++p) {
    int i = 2 * t + (p & 1);
    if (i + 1 < n && s[i] > s[i + 1]) { int x = s[i]; s[i] = s[i + 1]; s[i + 1] = x; }
    __syncthreads();
  }
  if (2 * t < n) a[2 * t] = s[2 * t];
  if (2 * t + 1 < n) a[2 * t + 1] = s[2 * t + 1];
}
void go(uint *d, uint *s, float *v, int n, uint dir) {
  for (uint size = 2; size <= n; size <<= 1)
    for (uint stride = size / 2; stride > 0; stride >>= 1) oddEvenMergeSortGlobal<<<n / 512, 256>>>(d, s, n, size, stride, dir);
  dim3 blocks(32768, 1), threads(512, 1);
  for (int k = 2; k <= n; k <<= 1) for (int j = k >> 1; j > 0; j = j >> 1) bitonic_step<<<blocks, threads>>>(v, j, k);
  radix_count<<<128, 256>>>(s, d, n, 4);
  oddeven_block<<<1, 512, 1024 * sizeof(int)>>>((int *)d, n);
}
