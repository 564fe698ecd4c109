// verified: gridDim.x * blockDim.x >= n
// with: --covers out:n
// A sum of its own for each thread.
__global__ void dot(const float *a, const float *b, float *out, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0.0f;
  for (int k = 0; k < m; k++) sum += a[i * m + k] * b[k];
  out[i] = sum;
}
