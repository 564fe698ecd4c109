// Atomic additions to global memory against a count of each block.
//:: exact: both 2 8, n=16
__global__ void old(const int *x, int *out, int n) { atomicAdd(out, x[blockIdx.x * blockDim.x + threadIdx.x]); }
__global__ void fresh(const int *x, int *out, int n) {
  __shared__ int c;
  if (threadIdx.x == 0) c = 0;
  __syncthreads();
  atomicAdd(&c, x[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(out, c);
}
