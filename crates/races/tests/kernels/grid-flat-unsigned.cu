// verified --blockDim=[256] --gridDim=[*,*]
// The number of a block among all wraps round in launches of 2^32 threads alone.
__global__ void k(float *out) {
  out[(blockIdx.y * gridDim.x + blockIdx.x) * 256 + threadIdx.x] = 1;
}
