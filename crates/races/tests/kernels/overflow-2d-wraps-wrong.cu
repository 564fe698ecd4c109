// wrong:only_by_overflow:~true --blockDim=[16,16] --gridDim=[*,*] --told
// The same where signed numbers are said to wrap round.
__global__ void k(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) out[y * w + x] = in[y * w + x];
}
