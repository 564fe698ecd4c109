// wrong:Bounds --blockDim=64 --gridDim=1
// From five on, three steps for each of the others: 5 + 63 * 3 has no place.
__global__ void k(const int *in) {
  __shared__ unsigned count;
  __shared__ int kept[194];
  if (threadIdx.x == 0) count = 5;
  __syncthreads();
  if (in[threadIdx.x] > 0) kept[atomicAdd(&count, 3)] = 1;
}
