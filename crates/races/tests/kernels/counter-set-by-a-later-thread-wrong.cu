// wrong:Bounds --blockDim=[32] --gridDim=1
// No thread of the block has the number 40.
__global__ void k(const int *in) {
  __shared__ int count, kept[64];
  if (threadIdx.x == 40) count = 0;
  __syncthreads();
  if (in[threadIdx.x] > 0) kept[atomicAdd(&count, 1)] = 1;
}
