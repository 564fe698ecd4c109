// A carried sum of 32 bits is multiplied in 32 bits, or in 64.
//:: exact: both 2 8, n=13, w=3
//:all open
__global__ void old(long long *y, int n, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned s = 0;
    long long sum = 0;
    for (int j = 0; j < w; j++) {
      sum += (int)(s * 3u);
      s = s + (unsigned)w;
    }
    y[i] = sum;
  }
}
__global__ void fresh(long long *y, int n, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned s = 0;
    long long sum = 0;
    for (int j = 0; j < w; j++) {
      sum += (long long)(int)s * 3;
      s = s + (unsigned)w;
    }
    y[i] = sum;
  }
}
