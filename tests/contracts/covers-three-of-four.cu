// wrong
// with: --covers out:n
// The fourth element of each thread is left out.
__global__ void k(float *out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 3; k++) {
    int i = t * 4 + k;
    if (i < n) out[i] = 1.0f;
  }
}
