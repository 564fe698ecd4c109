// wrong:Race --blockDim=64 --gridDim=1 --no-signed-overflow
// Only signed arithmetic is taken not to overflow: this step is defined.
__global__ void k(int *out) {
  unsigned i = 0x7fffffffu;
  i++;
  if (i == 0x80000000u) out[0] = threadIdx.x;
}
