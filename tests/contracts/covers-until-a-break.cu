// unknown
// with: --covers out:n
// A thread leaves the loop by what it reads.
__global__ void k(const int *in, float *out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    if (in[i] < 0) break;
    out[i] = 1.0f;
  }
}
