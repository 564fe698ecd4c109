// wrong:Broken(Postcondition) --blockDim=64 --gridDim=1
// One of the returns breaks the postcondition.
__device__ int half(int x) {
  __ensures(__return_val_int() <= x);
  if (x < 0) return x / 2;
  return x;
}
__global__ void k(int *p, int n) {
  p[threadIdx.x] = half(n);
}
