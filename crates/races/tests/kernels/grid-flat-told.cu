// wrong:Race --blockDim=[256] --gridDim=[*,*] --told
// Where arithmetic is said to wrap round, this does.
__global__ void k(float *out) {
  out[(blockIdx.y * gridDim.x + blockIdx.x) * 256 + threadIdx.x] = 1;
}
