// verified --blockDim=32 --gridDim=2 --tolerate-equal-writes
// A pointer that all threads of the block have in common.
__device__ int *same(int *p) { return p; }
__global__ void k() {
  __shared__ int a[32];
  __shared__ int *p;
  p = a;
  same(p);
}
