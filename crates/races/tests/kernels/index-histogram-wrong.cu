// wrong:Race --blockDim=* --gridDim=*
// No atomic operation.
__global__ void k(int *count, const unsigned char *x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    count[x[i]]++;
}
