// wrong
// with: --covers out:n
// Every other element is left out.
__global__ void k(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (2 * i < n) out[2 * i] = 0.0f;
}
