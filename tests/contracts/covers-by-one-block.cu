// verified
// with: --covers out:n
// The threads of each block write the row of the block.
__global__ void rows(const float *in, float *out, int n) {
  for (int c = threadIdx.x; c < n; c += blockDim.x) out[blockIdx.x * n + c] = in[blockIdx.x * n + c];
}
