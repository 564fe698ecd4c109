#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int main(int argc, char **argv) {
  float *a;
  cudaMalloc(&a, 64);
  int n = 3;
  bool both = n > 2 && !(n == 4);
  k<<<1, 32>>>(a, both);
  if (argc > 2 && (n = 4) > argc) k<<<1, 32>>>(a, n);
  k<<<1, 32>>>(a, n);
  k<<<1, 32>>>(a, argc > 4);
}
//@ n == 1
//@ n <= 4
//= 8 main: k<<<1, 32>>>(a = [64]@5, n = 1) | meets, meets
//= 9 main: k<<<1, 32>>>(a = [64]@5, n = n) | violates: n == 1, meets
//= 10 main: k<<<1, 32>>>(a = [64]@5, n = n) | violates: n == 1, meets
//= 11 main: k<<<1, 32>>>(a = [64]@5, n = ?) | unchecked: a Boolean is not followed, meets
