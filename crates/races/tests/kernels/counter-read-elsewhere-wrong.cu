// wrong:Bounds --blockDim=64 --gridDim=1
// What is set to zero is another counter.
__global__ void k(const int *in) {
  __shared__ int count[2], kept[64];
  if (threadIdx.x == 0) count[1] = 0;
  __syncthreads();
  if (in[threadIdx.x] > 0) kept[atomicAdd(&count[0], 1)] = 1;
}
