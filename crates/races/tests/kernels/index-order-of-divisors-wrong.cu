// wrong:Race --blockDim=* --gridDim=*
__global__ void k(float *o, const float *q, int m, int s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m * s * n) return;
  int row = i / s / n, column = i / n % s, of = i % n;
  o[row * (s * (n - 1)) + column * n + of] = q[i];
}
