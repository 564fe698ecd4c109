// wrong:Race --blockDim=* --gridDim=*
// Not pairs: the next pair begins where this one ends.
__global__ void k(int *a, int j, int size, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int other = i + j;
  if (i >= n || other >= n || other <= i) return;
  int x = a[i], y = a[other];
  if ((x > y) == ((i & size) == 0)) a[i] = y, a[other] = x;
}
