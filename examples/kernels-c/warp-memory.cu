// verified: __syncwarp orders the threads of a warp
// options: --block 32 --grid *

__global__ void reverse(int *p) {
  __shared__ int s[32];
  s[threadIdx.x] = p[blockIdx.x * 32 + threadIdx.x];
  __syncwarp();
  p[blockIdx.x * 32 + threadIdx.x] = s[31 - threadIdx.x];
}
