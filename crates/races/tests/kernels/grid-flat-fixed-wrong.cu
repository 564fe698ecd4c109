// wrong:Race --blockDim=[256] --gridDim=[65536,4096]
// A launch of 2^36 threads: here the product does wrap round.
__global__ void k(float *out) {
  out[(blockIdx.y * gridDim.x + blockIdx.x) * 256 + threadIdx.x] = 1;
}
