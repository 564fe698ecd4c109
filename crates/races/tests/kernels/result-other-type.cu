// unknown:K208 --blockDim=64 --gridDim=2
__device__ long long twice(int i) {
  __ensures(__return_val_int() == i * 2);
  return i * 2;
}
__global__ void k(long long *p) { p[blockIdx.x * 64 + threadIdx.x] = twice(threadIdx.x); }
