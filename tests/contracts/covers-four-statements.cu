// verified: gridDim.x * blockDim.x * 4 >= n
// with: --covers out:n
// The same without a loop.
__global__ void fill(float *out, float value, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (i < n) out[i] = value;
  if (i + 1 < n) out[i + 1] = value + 1;
  if (i + 2 < n) out[i + 2] = value + 2;
  if (i + 3 < n) out[i + 3] = value + 3;
}
