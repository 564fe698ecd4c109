// verified: n <= 1000000000
// with: --covers out:n
// The same with numbers of 64 bits.
//@ requires n <= 1000000000;
__global__ void fill(float *out, size_t n, float v) {
  size_t stride = (size_t)gridDim.x * blockDim.x;
  for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) out[i] = v;
}
