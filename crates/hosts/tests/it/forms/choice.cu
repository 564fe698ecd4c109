#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int main(int argc, char **argv) {
  float *a, *b;
  cudaMalloc(&a, 64);
  cudaMalloc(&b, 64);
  bool yes = true;
  k<<<1, true ? 32 : 64>>>(yes ? a : b, 1);
  k<<<1, argc > 1 ? 32 : 64>>>(argc > 1 ? a : b, argc > 2 ? 7 : 7);
}
//@ blockDim.x <= 64
//@ n == 7
//@ length(a) == 16
//= 8 main: k<<<1, 32>>>(a = [64]@5, n = 1) | meets, violates: 1 == 7, meets
//= 9 main: k<<<1, (argc > 1 ? 32 : 64)>>>(a = [64]@5, n = 7) | meets, meets, meets
//= 9 main: k<<<1, (argc > 1 ? 32 : 64)>>>(a = [64]@6, n = 7) | meets, meets, meets
