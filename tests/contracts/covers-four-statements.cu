// verified: gridDim.x * blockDim.x * 4 >= n
// with: --covers out:n
// The same without a loop.
__global__ void fill(float *out, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (i < n) out[i] = 1.0f;
  if (i + 1 < n) out[i + 1] = 2.0f;
  if (i + 2 < n) out[i + 2] = 3.0f;
  if (i + 3 < n) out[i + 3] = 4.0f;
}
