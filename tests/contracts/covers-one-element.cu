// wrong
// with: --covers out:n
// That there is one element is no contract of it.
__global__ void k(float *out, int n) {
  if (blockIdx.x == 0 && threadIdx.x == 0) out[0] = 1.0f;
}
