// wrong
// with: --covers out:n
// All is written in each iteration of a loop around it.
__global__ void k(float *out, int n) {
  for (int r = 0; r < 2; r++) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) out[i] = r;
  }
}
