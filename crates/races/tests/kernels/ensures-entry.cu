// verified --blockDim=64 --gridDim=1
// The postcondition speaks of the parameter as it was.
__device__ int more(int x) {
  int old = x;
  __requires(x < 100);
  __ensures(__return_val_int() > x);
  return old + 1;
}
__global__ void k(int *p) {
  p[threadIdx.x] = more(threadIdx.x);
}
