//args: --blockDim=64 --gridDim=1 --warp-sync=32 --adversarial-abstraction
//expect: NOT_ALL_VERIFIED
__global__ void k(int *p) {
  __shared__ volatile int A[64];
  A[threadIdx.x] = threadIdx.x;
  p[A[threadIdx.x]] = threadIdx.x;
}
