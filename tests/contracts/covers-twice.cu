// wrong
// with: --covers out:n
// Half of the elements are written again.
__global__ void k(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 0.0f;
  if (i < n && i % 2 == 0) out[i] = 1.0f;
}
