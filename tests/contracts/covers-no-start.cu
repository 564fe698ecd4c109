// verified: gridDim.x * blockDim.x >= n
// with: --covers out:n
// A launch of no block starts nothing, so that nothing is written: how many there are is not known.
__global__ void fill(float *out, float value, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = value;
}
void start(unsigned n) {
  float *out;
  cudaMalloc(&out, n * sizeof(float));
  fill<<<n / 256, 256>>>(out, 1, n); // launch: is unchecked
}
