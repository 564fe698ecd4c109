// verified: sorted(first) && within(first, 0, 2147483647)
// A thread's number is added to an offset without a sign: behind the last number there is would be the first one.
__global__ void pack(float *out, const float *in, const unsigned *first) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned part = blockIdx.y;
  if (first[part] + i < first[part + 1]) out[first[part] + i] = in[part * 4096 + i];
}
