// verified: gridDim.x * blockDim.x * 4 >= n
// with: --covers out:n
// Four elements for each thread, by a loop.
__global__ void fill(float *out, float value, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 4; k++) {
    int i = t * 4 + k;
    if (i < n) out[i] = value;
  }
}
