// wrong
// with: --covers out:n
// A stride of one block in a grid of any size: elements are written by several blocks, in order of none.
__global__ void k(float *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = 1.0f;
}
