// unknown: sorted(in)
// Nothing is said of floats.
//@ requires sorted(in);
__global__ void add(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}
