// verified:Fits --blockDim=[256] --gridDim=[*]
// Three digits of a number, and what they make is that number again.
__global__ void k(float *out, int b, int t, int c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= b * t * c) return;
  int row = i / c, column = i % c, plane = row / t, line = row % t;
  out[(plane * t + line) * c + column] = 1;
}
