// verified
// with: --covers out:gridDim.x * cols
// A block for each row, whose threads go along it.
__global__ void rows(const float *in, float *out, int cols) {
  const float *from = in + blockIdx.x * cols;
  float *to = out + blockIdx.x * cols;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) to[c] = from[c] + 1.0f;
}
