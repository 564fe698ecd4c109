#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
static int pick(int n) {
  if (n > 3) return 1;
  return 2;
}
static void maybe(float *a, int n) {
  if (n == 0) return;
  k<<<1, 32>>>(a, n);
}
int main(int argc, char **argv) {
  float *a;
  cudaMalloc(&a, 64);
  k<<<1, pick(5)>>>(a, pick(argc));
  maybe(a, argc);
}
//@ n != 0
//@ n <= 2
//@ blockDim.x == 1
//= 9 main via 15: k<<<1, 32>>>(a = [64]@13, n = argc) | meets, if argc <= 2, violates: 32 == 1
//= 14 main: k<<<1, 1>>>(a = [64]@13, n = (argc > 3 ? 1 : 2)) | meets, meets, meets
