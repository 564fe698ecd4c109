// wrong
// The last element of a row is the first of the next one.
__global__ void add(float *out, const float *in, const int *offset, float more) {
  int start = offset[blockIdx.x];
  int range = offset[blockIdx.x + 1] - start;
  for (int i = threadIdx.x; i <= range; i += blockDim.x) out[start + i] = in[start + i] + more;
}
