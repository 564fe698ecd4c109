// verified:["+"])],~inlined --blockDim=[64] --gridDim=[*]
// Here the sum is an index, too.
__global__ void k(int *out, const int *in, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
  int at = i * 1024;
  for (int j = 0; j < w; j++) sum = sum + in[j];
  if (sum > 0) out[at] = sum;
}
