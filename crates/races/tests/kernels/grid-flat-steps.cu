// verified --blockDim=[256] --gridDim=[*,*]
// The same in two steps, by a variable with and one without a sign.
__global__ void k(float *out, float *more, unsigned n) {
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  unsigned i = block * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 1;
  int signed_block = blockIdx.y * gridDim.x + blockIdx.x;
  unsigned j = signed_block * blockDim.x + threadIdx.x;
  if (j < n) more[j] = 1;
}
