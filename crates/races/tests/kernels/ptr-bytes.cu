// verified --blockDim=64 --gridDim=1
__global__ void k(int *A) {
  extern __shared__ unsigned char raw[];
  int *ints = (int *)raw;
  short *shorts = (short *)(raw + 64 * sizeof(int));
  ints[threadIdx.x] = A[threadIdx.x];
  shorts[threadIdx.x] = (short)threadIdx.x;
  __syncthreads();
  A[threadIdx.x] = ints[(threadIdx.x + 1) % 64] + shorts[(threadIdx.x + 2) % 64];
}
