// wrong:Bounds --blockDim=64 --gridDim=1
// It begins at one, and the last thread gets a place behind the end.
__global__ void k(const int *in) {
  __shared__ int count, kept[64];
  if (threadIdx.x == 0) count = 1;
  __syncthreads();
  if (in[threadIdx.x] > 0) kept[atomicAdd(&count, 1)] = 1;
}
