// wrong:Race --blockDim=[16,16] --gridDim=[*,*]
// Numbers without a sign wrap round: nothing is undefined.
__global__ void k(const float *in, float *out, unsigned w, unsigned h) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) out[y * w + x] = in[y * w + x];
}
