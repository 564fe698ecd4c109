// wrong
// A guard says how many columns there are: a clause that makes it superfluous would hide that one too many is written.
__global__ void k(float *out, const float *in, int w, int h) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col <= w && row < h) out[row * w + col] = in[row * w + col];
}
