// unknown --blockDim=64 --gridDim=1
// Whatever the launch gives, only half of a warp comes.
__global__ void k(const float *a, int *out) {
  int t = threadIdx.x, v = t;
  if (a[0] > 0.5f && t % 32 < 16) v = __shfl_sync(0xffffffffu, v, 0);
  __syncthreads();
  out[t] = v;
}
