// verified: sorted(first) && within(first, 0, 9223372036854775807)
// The same with a loop, and offsets of 64 bits.
__global__ void twice(float *out, const float *in, const size_t *first) {
  size_t end = first[blockIdx.x + 1];
  for (size_t i = first[blockIdx.x] + threadIdx.x; i < end; i += blockDim.x) out[i] = in[i] * 2;
}
