// verified
// with: --covers out:n
// However few threads there are, they go on.
__global__ void fill(float *out, int n, float v) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    out[i] = v;
  }
}
