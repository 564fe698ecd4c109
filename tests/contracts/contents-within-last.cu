// wrong: blockDim.x == 64 && blockDim.y == 1 && blockDim.z == 1
// The last bin is behind the array.
__global__ void count(int *bins, const int *bin, int n) {
  __shared__ int own[64];
  for (int i = threadIdx.x; i <= 64; i += blockDim.x) own[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&own[bin[i]], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < 64; i += blockDim.x) atomicAdd(&bins[i], own[i]);
}
