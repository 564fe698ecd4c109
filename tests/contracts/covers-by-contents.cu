// wrong
// with: --covers out:n
// Only where what is read is positive.
__global__ void k(const int *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) out[i] = 1.0f;
}
