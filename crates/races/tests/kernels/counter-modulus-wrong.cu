// wrong:Race --blockDim=64 --gridDim=1
// It goes back to zero behind 7.
__global__ void k(int *a, unsigned *n) {
  a[atomicInc(n, 7)] = threadIdx.x;
}
