// wrong:Race --blockDim=[64] --gridDim=[2]
// After six times two the place is 64 behind; after five it is where the other thread writes.
__global__ void k(float *out) {
  int t = threadIdx.x, at = 1;
  for (int d = 0; d < 5; d++) at *= 2;
  out[blockIdx.x * 64 + t] = 0;
  if (t == 0) out[blockIdx.x * 64 + at] = 1;
}
