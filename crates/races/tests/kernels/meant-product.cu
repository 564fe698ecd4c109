// verified:Fits --blockDim=[256] --gridDim=[*]
// `blockIdx.x * n` has no sign, for that of `n` is lost; it is meant not to wrap round.
__global__ void k(float *out, int n) {
  if (n > 0 && threadIdx.x < n) out[blockIdx.x * n + threadIdx.x] = 1;
}
