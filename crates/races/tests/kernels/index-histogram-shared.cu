// verified --blockDim=* --gridDim=*
__global__ void k(int *count, const unsigned char *x, int n) {
  __shared__ int s[256];
  for (int b = threadIdx.x; b < 256; b += blockDim.x) s[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(&s[x[i]], 1);
  __syncthreads();
  for (int b = threadIdx.x; b < 256; b += blockDim.x) atomicAdd(&count[b], s[b]);
}
