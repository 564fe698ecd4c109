// wrong:Race --blockDim=64 --gridDim=1 --no-signed-overflow
// That no signed arithmetic overflows says nothing of a divisor.
__global__ void k(int *s) {
  int t = threadIdx.x;
  int q = 100 / (t - 5);
  if (t == 5) s[0] = q;
  if (t == 6) s[0] = t;
}
