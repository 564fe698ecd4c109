// verified:Fits --blockDim=[*] --gridDim=[*]
// The same for any number of threads.
__global__ void k(float *out, const float *in, int rows, int n) {
  int row = blockIdx.x;
  if (row >= rows) return;
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[row * n + i] = in[i];
}
