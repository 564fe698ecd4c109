// unknown:Overflow --blockDim=[32] --gridDim=[*,*]
// A variable that is changed again is no number of a block.
__global__ void k(float *out) {
  unsigned h = blockIdx.y * gridDim.x + blockIdx.x;
  h = h * 40503u;
  h = h * 40503u;
  out[(h * 32 + threadIdx.x) * 0x8000u] = 1;
}
