// wrong:Race --blockDim=* --gridDim=*
// The results are not two apart.
__global__ void k(float *z, float re, float im, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float a = z[2 * i], b = z[2 * i + 1];
  z[i] = a * re - b * im;
  z[i + 1] = a * im + b * re;
}
