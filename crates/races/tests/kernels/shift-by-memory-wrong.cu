// wrong:Race --blockDim=64 --gridDim=1
// Half of the threads shift by 32 bits or more, whatever lies in memory: that they do not must not be assumed.
__global__ void k(int *o, const int *a) {
  int t = threadIdx.x;
  unsigned x = a[0] & 3;
  int v = 1 << (x + t);
  if (v != 12345 && t >= 32) o[0] = t;
}
