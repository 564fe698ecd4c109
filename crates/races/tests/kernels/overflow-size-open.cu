// verified:Fits --blockDim=[64] --gridDim=[*]
// The number of blocks is open: a launch of fewer does not overflow.
__global__ void k(float *out) {
  int b = blockIdx.x, t = threadIdx.x;
  out[b * 4096 + t] = 1;
}
