// wrong
// All threads of a block write the whole row.
__global__ void add(float *out, const float *in, const int *offset, float more) {
  int start = offset[blockIdx.x];
  int range = offset[blockIdx.x + 1] - start;
  for (int i = 0; i < range; i++) out[start + i] = in[start + i] + more + threadIdx.x;
}
