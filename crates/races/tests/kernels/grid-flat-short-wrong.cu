// wrong:Race --blockDim=[32] --gridDim=[*,*]
// What is converted to a narrower type loses its upper bits.
__global__ void k(float *out) {
  unsigned short i = (blockIdx.y * gridDim.x + blockIdx.x) * 32 + threadIdx.x;
  out[i] = 1;
}
