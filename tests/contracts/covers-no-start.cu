// verified: gridDim.x * blockDim.x >= n
// with: --covers out:n
// A launch of no block starts nothing, so that nothing is written: how many there are is not known.
__global__ void clear(float *out, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 0;
}
void start(unsigned n) {
  float *out;
  cudaMalloc(&out, n * sizeof(float));
  clear<<<n / 256, 256>>>(out, n); // launch: is unchecked
}
