// wrong
// with: --covers out:n
// The last element is left out.
__global__ void k(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) out[i] = 1.0f;
}
