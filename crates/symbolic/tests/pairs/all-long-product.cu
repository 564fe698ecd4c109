// A product of 32 bits against one of 64: they part where it overflows.
//:: exact: both 2 8, n=13, w=3
//:all open
__global__ void old(long long *y, int n, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned h = (unsigned)i * (unsigned)w;
    y[i] = (int)h;
  }
}
__global__ void fresh(long long *y, int n, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (long long)i * w;
}
