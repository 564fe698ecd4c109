// wrong:Race --blockDim=64 --gridDim=1
__global__ void k(int *A) {
  extern __shared__ unsigned char raw[];
  int *ints = (int *)raw;
  short *shorts = (short *)(raw + 64);
  ints[threadIdx.x] = A[threadIdx.x];
  shorts[threadIdx.x] = (short)threadIdx.x;
}
