// verified:Fits --blockDim=[256] --gridDim=[*]
// Two threads meet only where `c` is zero, and C leaves undefined what a division by it gives; it is listed.
__global__ void k(float *out, int n, int c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i / c * c + i % c] = 1;
}
