// wrong:Assertion --blockDim=[16,4] --gridDim=2
__global__ void k() {
  __shared__ int a[64];
  a[16 * threadIdx.y + threadIdx.x] = threadIdx.y;
  __barrier_invariant_1(a[16 * threadIdx.y + threadIdx.x] == threadIdx.y, 0);
  __syncthreads();
  __assert(a[0] == threadIdx.y);
}
