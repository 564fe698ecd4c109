// verified --blockDim=[16,4] --gridDim=2
// The thread that is named lies in the row of this one.
__global__ void k() {
  __shared__ int a[64];
  a[16 * threadIdx.y + threadIdx.x] = threadIdx.y;
  __barrier_invariant_1(a[16 * threadIdx.y + threadIdx.x] == threadIdx.y, 0);
  __syncthreads();
  __assert(a[16 * threadIdx.y] == threadIdx.y);
}
