// wrong:Race --blockDim=[64] --gridDim=[*]
// A number that is cut to 16 bits is defined, whatever is lost.
__global__ void k(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  short s = i * n;
  if (n == 1 && s >= 0) out[s] = 1;
}
