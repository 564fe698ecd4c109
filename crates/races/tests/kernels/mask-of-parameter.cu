// verified:Gathering --blockDim=64 --gridDim=1
// A mask that a launch gives may name all lanes that come.
__global__ void k(int *out, unsigned mask) {
  int t = threadIdx.x, v = t;
  v = __shfl_sync(mask, v, 0);
  out[t] = v;
}
