// wrong
// The number of the block is forgotten: planes that are apart are no reason for it.
__global__ void turn(float *out, const float *angle, int n) {
  int i = threadIdx.x;
  out[i] = cosf(angle[i]);
  out[i + n] = sinf(angle[i]);
}
