// verified: which barrier is reached depends on the block alone
// options: --block 32 --grid *

__global__ void either(int *x) {
  __shared__ int s[32];
  s[threadIdx.x] = x[blockIdx.x * 32 + threadIdx.x];
  if (blockIdx.x % 2 == 0) {
    __syncthreads();
  } else {
    s[threadIdx.x] += 1;
    __syncthreads();
  }
  x[blockIdx.x * 32 + threadIdx.x] = s[31 - threadIdx.x];
}
