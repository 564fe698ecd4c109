// wrong:Race --blockDim=[256] --gridDim=[*,*]
// The number of the block in the second dimension was forgotten.
__global__ void k(float *out) {
  out[(blockIdx.x * gridDim.x) * 256 + threadIdx.x] = 1;
}
