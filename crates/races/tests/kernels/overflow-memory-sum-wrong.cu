// wrong:Race --blockDim=64 --gridDim=1
// The sum does not fit for the last threads, whatever is in memory.
__global__ void k(int *r, int *s) {
  int t = threadIdx.x;
  int x = (r[0] & 1) + 2147483600 + t;
  if (t > 60) s[x < 0 ? 0 : 1] = t;
}
