// unknown --blockDim=64 --gridDim=1
// A lane that calls has to be in its own mask.
__global__ void k(int *out) {
  int t = threadIdx.x, v = t;
  v = __shfl_sync(0x0000ffffu, v, 0);
  out[t] = v;
}
