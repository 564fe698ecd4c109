// A small table against comparisons.
//:: exact: both 2 8, n=13
__global__ void old(const unsigned char *x, unsigned char *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned char table[4] = {7, 3, 1, 0};
  if (i < n) y[i] = table[x[i] & 3];
}
__global__ void fresh(const unsigned char *x, unsigned char *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int v = x[i] & 3;
    y[i] = v == 0 ? 7 : v == 1 ? 3 : v == 2 ? 1 : 0;
  }
}
