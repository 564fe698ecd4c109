// unknown --blockDim=64 --gridDim=1
// Half of the lanes wait for all, the others come with another mask.
__global__ void k(int *out) {
  int t = threadIdx.x;
  unsigned mask = t % 32 < 16 ? 0xffffffffu : 0xffff0000u;
  out[t] = __shfl_sync(mask, t, 0);
}
