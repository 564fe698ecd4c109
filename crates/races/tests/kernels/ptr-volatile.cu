// verified --blockDim=32 --gridDim=2
__global__ void k(float *A) {
  __shared__ volatile float s[32];
  s[threadIdx.x] = A[blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 16) s[threadIdx.x] += s[threadIdx.x + 16];
  __syncthreads();
  if (threadIdx.x == 0) A[blockIdx.x * 32] = s[0];
}
