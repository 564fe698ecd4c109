// verified --blockDim=* --gridDim=*
__global__ void k(int *count, const unsigned char *x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(&count[x[i]], 1);
}
