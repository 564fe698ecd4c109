// wrong:Race --blockDim=32 --gridDim=2 --tolerate-equal-writes
__global__ void k() {
  __shared__ int a[33];
  __shared__ int *p;
  p = a + threadIdx.x % 2;
  p[threadIdx.x] = threadIdx.x;
}
