// wrong:only_by_overflow:~true --blockDim=[64] --gridDim=[1]
// The program fixes both operands: each launch overflows.
__global__ void k(float *out) {
  int i = threadIdx.x;
  int far = i * 1073741824;
  out[far & 127] = 1;
}
