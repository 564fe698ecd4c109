// A histogram in global memory against one of each block that is added to it.
//:: exact: both 2 8, n=13
__global__ void old(const unsigned char *x, unsigned *h, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&h[x[i] % 16], 1u);
}
__global__ void fresh(const unsigned char *x, unsigned *h, int n) {
  __shared__ unsigned s[16];
  for (int b = threadIdx.x; b < 16; b += blockDim.x) s[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&s[x[i] % 16], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < 16; b += blockDim.x) atomicAdd(&h[b], s[b]);
}
