// wrong
// The second plane begins with the last element of the first.
__global__ void turn(float *out, const float *angle, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = cosf(angle[i]);
  out[i + n - 1] = sinf(angle[i]);
}
