// Sums of bytes read one at a time against four in a word.
//:: exact: both 1 4, n=16
__global__ void old(const unsigned char *x, unsigned *y, int n) {
  unsigned s = 0;
  for (int i = 0; i < 4; i++) s += x[threadIdx.x * 4 + i];
  y[threadIdx.x] = s;
}
__global__ void fresh(const unsigned char *x, unsigned *y, int n) {
  unsigned w = ((const unsigned *)x)[threadIdx.x];
  y[threadIdx.x] = (w & 255) + (w >> 8 & 255) + (w >> 16 & 255) + (w >> 24);
}
