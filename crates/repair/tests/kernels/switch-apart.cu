// repaired:2 --blockDim=64 --gridDim=1
__global__ void k(int *a, int *b, int n) {
  int t = threadIdx.x;
  switch (n) {
  case 1:
    a[t] = a[t + 1];
    break;
  default:
    break;
  }
  b[t] = b[t + 1];
}
