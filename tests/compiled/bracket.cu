// lists NO_SYNC
__global__ void k(int *p) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
#if(!defined(NO_SYNC))
  __syncthreads();
#endif
  p[threadIdx.x] = s[63 - threadIdx.x];
}
