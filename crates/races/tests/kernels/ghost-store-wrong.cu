// wrong:Race --blockDim=64 --gridDim=1
// What an assertion stores, it stores for all.
__global__ void k(int *a) {
  __assert((a[0] = threadIdx.x, 1));
}
