// wrong:Bounds --blockDim=[64] --gridDim=[1]
// Nor where the difference is multiplied.
__global__ void k(int *out, int by, int scale) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (scale == 1 && by > 0) out[threadIdx.x] = s[(threadIdx.x - by) * scale];
}
