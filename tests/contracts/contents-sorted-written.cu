// wrong
// The offsets are changed by the kernel: that they are sorted before it says nothing.
__global__ void add(float *out, int *offset, float more) {
  int start = offset[blockIdx.x];
  int end = offset[blockIdx.x + 1];
  for (int i = start + threadIdx.x; i < end; i += blockDim.x) out[i] = more;
  if (threadIdx.x == 0) offset[blockIdx.x] = end;
}
