// wrong
// Rows of `w` columns: only where there is one row a grid does one block alone come to the sum.
__global__ void sum(float *out, const float *in, int w, int h) {
  long long row = (long long)blockIdx.x * w;
  if (row < h && threadIdx.x < w) out[threadIdx.x] += in[row + threadIdx.x];
}
