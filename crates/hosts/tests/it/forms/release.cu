#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int main(int argc, char **argv) {
  float *a, *b;
  cudaMalloc(&a, 64);
  cudaMalloc(&b, 64);
  k<<<1, 32>>>(a, 1);
  if (argc > 1) cudaFree(a);
  k<<<1, 32>>>(a, 2);
  k<<<1, 32>>>(b, 3);
}
//@ length(a) == 16
//= 7 main: k<<<1, 32>>>(a = [64]@5, n = 1) | meets
//= 9 main: k<<<1, 32>>>(a = freed, n = 2) | unchecked: the memory of `a` may have been given back
//= 10 main: k<<<1, 32>>>(a = [64]@6, n = 3) | meets
