// wrong:Race --blockDim=64 --gridDim=1
// Behind the second barrier of the warp the neighbour's new value is read, not what lay there at the
// barrier of the block: all threads write `out[0]`.
__global__ void k(int *out) {
  __shared__ int A[64];
  A[threadIdx.x] = 0;
  __syncthreads();
  int a = A[threadIdx.x ^ 1];
  __syncwarp();
  A[threadIdx.x] = a + 1;
  __syncwarp();
  int b = A[threadIdx.x ^ 1];
  if (a != b) out[0] = threadIdx.x;
}
