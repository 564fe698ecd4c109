// wrong:Race --blockDim=64 --gridDim=1
// A table that the program fills: the sum overflows in every launch.
__global__ void k(int *out, unsigned n) {
  int t[4];
  for (int i = 0; i < 4; i++) t[i] = 2147483647;
  int d = t[n & 3];
  int e = d + 1;
  if (e < d) out[0] = threadIdx.x;
}
