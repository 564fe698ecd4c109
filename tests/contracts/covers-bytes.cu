// verified: gridDim.x * blockDim.x >= n
// with: --covers out:n
// Elements of one byte.
__global__ void grey(const uchar4 *in, unsigned char *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (in[i].x + in[i].y + in[i].z) / 3;
}
