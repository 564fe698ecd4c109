// wrong
// The guard lets one more thread in than a plane may have elements.
__global__ void turn(float *out, const float *angle, int n, int pitch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) {
    out[i] = cosf(angle[i]);
    out[i + pitch] = sinf(angle[i]);
  }
}
