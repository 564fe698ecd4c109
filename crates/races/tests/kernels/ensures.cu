// verified --blockDim=64 --gridDim=1
// A postcondition is asserted at each return, of the value that is returned there.
__device__ int next(int x) {
  __requires(__implies(__enabled(), __distinct_int(x)));
  __ensures(__implies(__enabled(), __distinct_int(__return_val_int())));
  return x + 1;
}
__device__ int *same(int *p) {
  __ensures(__return_val_ptr() == p);
  return p;
}
__global__ void k(int *p) {
  int i = next(threadIdx.x);
  *same(p + i) = 0;
}
