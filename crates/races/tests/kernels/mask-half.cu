// verified --blockDim=64 --gridDim=1
// The lanes that come are those that the mask names: nothing is taken for granted.
__global__ void k(int *out) {
  int t = threadIdx.x, v = t;
  if (t % 32 < 16) v = __shfl_sync(0x0000ffffu, v, 0);
  else v = __shfl_sync(0xffff0000u, v, 16);
  out[t] = v;
}
