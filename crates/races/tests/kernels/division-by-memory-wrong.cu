// wrong:Race --blockDim=64 --gridDim=1
// One thread divides by zero, whatever lies in memory.
__global__ void k(int *o, const int *a) {
  int t = threadIdx.x;
  int v = 100 / ((a[0] | 1) * (t - 5));
  if (v != 12345 && t == 5) o[0] = t;
  if (v != 12345 && t == 6) o[0] = t;
}
