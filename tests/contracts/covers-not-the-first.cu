// wrong
// with: --covers out:n
// The first element is left out.
__global__ void k(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n) out[i] = in[i] - in[i - 1];
}
