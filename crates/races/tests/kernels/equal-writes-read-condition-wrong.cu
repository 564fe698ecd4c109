// wrong:Race --blockDim=32 --gridDim=1 --tolerate-equal-writes
// The thread wrote only where it does not read.
__global__ void k(int *b, bool c) {
  __shared__ int a[1];
  if (threadIdx.x % 2) a[0] = 5; else b[threadIdx.x] = a[0];
}
