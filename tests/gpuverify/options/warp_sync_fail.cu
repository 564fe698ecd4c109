//args: --blockDim=64 --gridDim=1 --warp-sync=16
//expect: NOT_ALL_VERIFIED
//says: race on A
__global__ void k(int *p) {
  __shared__ volatile int A[64];
  A[threadIdx.x] = threadIdx.x;
  if (threadIdx.x % 32 < 31) p[threadIdx.x] = A[threadIdx.x + 1];
}
