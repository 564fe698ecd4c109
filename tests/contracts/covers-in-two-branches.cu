// verified: gridDim.x * blockDim.x >= n
// with: --covers out:n
// What is read decides which statement writes.
__global__ void clip(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (in[i] > 0.0f) {
    out[i] = in[i];
  } else {
    out[i] = 0.0f;
  }
}
