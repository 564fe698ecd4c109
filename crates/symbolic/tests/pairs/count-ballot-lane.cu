// The lanes below the own one, of which one too many is counted.
//:: different: both 1 32, n=32
__global__ void old(const int *x, int *y, int n) {
  int t = threadIdx.x, c = 0;
  for (int i = 0; i < t; i++) c += x[i] > 0;
  y[t] = c;
}
__global__ void fresh(const int *x, int *y, int n) {
  int t = threadIdx.x;
  unsigned m = __ballot_sync(0xffffffff, x[t] > 0);
  y[t] = __popc(m & ((2u << t) - 1));
}
