// verified: gridDim.x * blockDim.x >= n
// with: --covers out:n
// One element for each thread.
__global__ void add(const float *a, const float *b, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}
