// suspect: sorted(offset)
// The last element of a row is the first of the next one. An execution may have other contents than those that are
// required, so that it confirms nothing.
//@ requires sorted(offset);
__global__ void add(float *out, const int *offset, float more) {
  int start = offset[blockIdx.x];
  int end = offset[blockIdx.x + 1];
  for (int i = start + threadIdx.x; i <= end; i += blockDim.x) out[i] = more;
}
