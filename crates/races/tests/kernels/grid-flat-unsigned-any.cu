// verified --blockDim=[*] --gridDim=[*,*,*]
// In three dimensions, for any size of blocks.
__global__ void k(float *out, unsigned n) {
  unsigned i = ((blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 1;
}
