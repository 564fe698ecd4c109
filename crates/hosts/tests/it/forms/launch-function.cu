#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int main() {
  int n = 4;
  long wide = 5;
  float *a;
  cudaMalloc(&a, 64);
  void *list[] = {&a, &n};
  cudaLaunchKernel((void *)k, dim3(2), dim3(n * 8), list, 128, 0);
  void *wrong[] = {&a, &wide};
  cudaLaunchKernel(k, 1, 32, wrong);
  n = 7;
  list[1] = &n;
  cudaLaunchKernel((const void *)k, dim3(1), dim3(32), list);
}
//@ blockDim.x == 32
//@ n == 4
//@ length(a) == 16
//= 9 main: k<<<2, 32, 128 bytes>>>(a = [64]@7, n = 4) | meets, meets, meets
//= 11 main: k<<<1, 32>>>(a = [64]@7, n = ? (the argument for `n` has another type)) | meets, unchecked: the argument for `n` has another type, meets
//= 14 main: k<<<1, 32>>>(a = [64]@7, n = 7) | meets, violates: 7 == 4, meets
