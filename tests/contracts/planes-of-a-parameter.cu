// verified: n >= gridDim.x * blockDim.x
// Real and imaginary parts lie in two planes.
__global__ void turn(float *out, const float *angle, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = cosf(angle[i]);
  out[i + n] = sinf(angle[i]);
}
