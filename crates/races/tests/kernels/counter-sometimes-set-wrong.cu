// wrong:Bounds --blockDim=64 --gridDim=1
// In some launches nobody sets the counter.
__global__ void k(const int *in) {
  __shared__ int count, kept[64];
  if (threadIdx.x == 0 && in[0] > 0) count = 0;
  __syncthreads();
  if (in[threadIdx.x] > 0) kept[atomicAdd(&count, 1)] = 1;
}
