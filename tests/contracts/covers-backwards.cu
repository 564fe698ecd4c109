// verified: gridDim.x * blockDim.x >= n
// with: --covers out:n
// From the last element to the first.
__global__ void reverse(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[n - 1 - i] = in[i];
}
