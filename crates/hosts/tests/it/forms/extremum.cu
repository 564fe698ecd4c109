#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
#include <algorithm>
void go(int n) {
  float *a;
  cudaMalloc(&a, 4);
  k<<<1, std::min(n, 256)>>>(a, max(n, 1));
}
//@ n >= 1
//@ blockDim.x <= 256
//@ n >= blockDim.x
//= 7 elsewhere: k<<<1, uint32(min(n, 256))>>>(a = [4]@6, n = max(n, 1)) | meets, meets, meets
