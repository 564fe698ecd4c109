// verified --blockDim=64 --gridDim=1
// Nothing is written between the two loads.
__global__ void k(int *out) {
  __shared__ int A[64];
  A[threadIdx.x] = 0;
  __syncthreads();
  int a = A[threadIdx.x ^ 1];
  __syncwarp();
  int b = A[threadIdx.x ^ 1];
  if (a != b) out[0] = threadIdx.x;
}
