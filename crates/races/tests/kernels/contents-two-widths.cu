// wrong:Race --blockDim=64 --gridDim=1
// Two numbers of 16 bits and one of 32 are read from one cell: where the large one is 1, the small ones are 1 and 0, and
// the difference overflows.
__global__ void k(int *out, const int *in) {
  int t = threadIdx.x;
  const short *parts = (const short *)in;
  if (in[0] == 1 && parts[0] == 1) {
    int y = (int)0x80000000 - 1 + parts[1];
    if (y > 0) out[0] = t;
  }
}
