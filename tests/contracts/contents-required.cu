// verified: sorted(offset)
// What is required of contents is written.
//@ requires sorted(offset);
__global__ void add(float *out, const int *offset, float more) {
  int start = offset[blockIdx.x];
  int end = offset[blockIdx.x + 1];
  for (int i = start + threadIdx.x; i < end; i += blockDim.x) out[i] = more;
}
