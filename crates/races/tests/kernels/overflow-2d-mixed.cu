// verified:Fits --blockDim=[16,16] --gridDim=[*,*]
// `y * w` with one operand without a sign is defined, and meant not to wrap round; it is listed.
__global__ void k(float *out, unsigned w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < (int)w && y < h) out[y * w + x] = 1;
}
