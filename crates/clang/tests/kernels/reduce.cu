// read: block_sum
// A block's sum by shuffles, with a host function around it.
#include <cstdio>
#include "helper_cuda.h"

__inline__ __device__ float warp_sum(float value) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffff, value, offset);
  return value;
}

__global__ void block_sum(const float *__restrict__ in, float *out, int n) {
  __shared__ float partial[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x >> 5;
  float value = 0;
#pragma unroll 4
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    value += in[i];
  value = warp_sum(value);
  if (lane == 0) partial[warp] = value;
  __syncthreads();
  value = threadIdx.x < blockDim.x / 32 ? partial[lane] : 0.0f;
  if (warp == 0) value = warp_sum(value);
  if (threadIdx.x == 0) atomicAdd(out, value);
}

int main(int argc, char **argv) {
  float *in, *out;
  checkCudaErrors(cudaMalloc(&in, 4096));
  int blocks = (1024 + 255) / 256;
  block_sum<<<blocks, 256>>>(in, out, 1024);
  std::cout << undeclared << std::endl;
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
