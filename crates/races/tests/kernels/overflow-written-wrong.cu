// wrong:Race --blockDim=64 --gridDim=1
// Shared memory that the kernel wrote: the sum overflows in every launch.
__global__ void k(int *out, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = 2147483647;
  __syncthreads();
  int d = s[0];
  int e = d + 1;
  if (e < d) out[0] = threadIdx.x;
}
