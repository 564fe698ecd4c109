// wrong
// The stride is that of a block: blocks meet.
__global__ void scale(float *out, const float *in, size_t n) {
  size_t first = blockIdx.x * blockDim.x + threadIdx.x;
  for (size_t i = first; i < n; i += blockDim.x) {
    out[i] = 2 * in[i];
  }
}
void start(float *out, const float *in, size_t n) {
  scale<<<64, 256>>>(out, in, n);
}
