// wrong:Broken(Postcondition) --blockDim=64 --gridDim=1
__device__ int half(int x) {
  __ensures(__distinct_int(__return_val_int()));
  return x / 2;
}
__global__ void k(int *p) {
  p[threadIdx.x] = half(threadIdx.x);
}
