// wrong:Race --blockDim=32 --gridDim=1 --tolerate-equal-writes
__global__ void k(int *b) {
  __shared__ int a[1];
  a[0] = 5;
  b[threadIdx.x] = a[0];
  atomicAdd(&a[0], 1);
}
