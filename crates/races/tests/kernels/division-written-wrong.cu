// wrong:Race --blockDim=64 --gridDim=1
// The divisor is what the kernel wrote, zero in every launch.
__global__ void k(int *out, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = 0;
  __syncthreads();
  int d = s[0];
  int e = n / d;
  if (d == 0) out[e] = threadIdx.x;
}
