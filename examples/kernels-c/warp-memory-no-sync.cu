// wrong K301: the threads of a warp are not in step since Volta, and __syncwarp is missing
// options: --block 32 --grid *

__global__ void reverse(int *p) {
  __shared__ int s[32];
  s[threadIdx.x] = p[blockIdx.x * 32 + threadIdx.x];
  p[blockIdx.x * 32 + threadIdx.x] = s[31 - threadIdx.x];
}
