// verified --blockDim=* --gridDim=*
__global__ void k(float *z, float re, float im, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float a = z[2 * i], b = z[2 * i + 1];
  z[2 * i] = a * re - b * im;
  z[2 * i + 1] = a * im + b * re;
}
