// verified --blockDim=64 --gridDim=1
// The parameter is assigned; its value at entry is meant.
__device__ int more(int x) {
  __ensures(__return_val_int() == x + 1);
  x = x + 1;
  return x;
}
__global__ void k(int *p) {
  p[threadIdx.x] = more(threadIdx.x);
}
