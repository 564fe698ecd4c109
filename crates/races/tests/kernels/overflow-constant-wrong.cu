// wrong:only_by_overflow:~true --blockDim=[128] --gridDim=[1]
// The program fixes both operands: each launch overflows.
__global__ void k(float *out) {
  int i = threadIdx.x;
  int far = i * 67108864;
  out[far] = 1;
}
