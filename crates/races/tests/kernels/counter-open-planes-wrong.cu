// wrong:Race --blockDim=[16,16] --gridDim=[*,*]
// In two dimensions there may be more.
__global__ void k(int *out, unsigned *count, const int *in) {
  if (in[threadIdx.x] > 0) out[atomicAdd(count, 1u)] = 1;
}
