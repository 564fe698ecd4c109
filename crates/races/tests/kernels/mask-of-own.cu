// verified --blockDim=64 --gridDim=1
// Each half names itself.
__global__ void k(int *out) {
  int t = threadIdx.x;
  unsigned mask = t % 32 < 16 ? 0x0000ffffu : 0xffff0000u;
  out[t] = __shfl_sync(mask, t, 0);
}
