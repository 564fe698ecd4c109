// wrong
// The guard is about the planes themselves: that there is no more than one thread is what nobody means.
__global__ void turn(float *out, const float *angle, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) {
    out[i] = cosf(angle[i]);
    out[i + n] = sinf(angle[i]);
  }
}
