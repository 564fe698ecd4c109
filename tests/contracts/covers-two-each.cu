// verified: gridDim.x * blockDim.x * 2 >= n
// with: --covers out:n
// Two elements for each thread, a block apart; more is written where `n` is negative.
__global__ void fill2(float *out, float value, int n) {
  int i = blockIdx.x * (2 * blockDim.x) + threadIdx.x;
  if (i < n) out[i] = value;
  if (i + blockDim.x < n) out[i + blockDim.x] = -value;
}
