// wrong: gridDim.x * blockDim.x >= n
// with: --covers out:n
// What is read is cleared.
__global__ void k(float *a, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = a[i];
    a[i] = 0.0f;
  }
}
