// wrong
// with: --covers out:n
// The number of the block is forgotten.
__global__ void k(float *out, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] = 1.0f;
}
