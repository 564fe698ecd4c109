// verified:["*"])],~inlined --blockDim=[64] --gridDim=[*]
// Only the index is listed: the sum decides nothing.
__global__ void k(int *out, const int *in, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
  int at = i * 1024;
  for (int j = 0; j < w; j++) sum = sum + in[j];
  out[at] = sum;
}
