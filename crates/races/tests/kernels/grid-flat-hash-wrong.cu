// wrong:Race --blockDim=[32] --gridDim=[*,*]
// A multiplier as large as that of a hash is meant to wrap round: of its product nothing is assumed.
__global__ void k(float *out) {
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * 32 + threadIdx.x;
  out[(i * 0x80000000u) >> 31] = 1;
}
