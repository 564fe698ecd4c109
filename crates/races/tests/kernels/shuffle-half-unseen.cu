// unknown --blockDim=64 --gridDim=1
// Half of a warp never comes to the exchange, in any launch; no execution is had that shows it.
__global__ void k(int *o, float f) {
  int v = threadIdx.x;
  float g = sinf(f);
  if (g > 2.0f) v++;
  if (threadIdx.x % 32 < 16) v = __shfl_sync(0xffffffff, v, 0);
  __syncthreads();
  o[threadIdx.x] = v;
}
