// wrong:Race --blockDim=[16,16] --gridDim=[*,*]
// `y * w` with one operand without a sign has none.
__global__ void k(float *out, unsigned w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < (int)w && y < h) out[y * w + x] = 1;
}
