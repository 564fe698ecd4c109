//args: --blockDim=64 --gridDim=1 --warp-sync=32
//expect: pass
__global__ void k(int *p) {
  __shared__ volatile int A[64];
  A[threadIdx.x] = threadIdx.x;
  if (threadIdx.x % 32 < 31) p[threadIdx.x] = A[threadIdx.x + 1];
}
