#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int main(int argc, char **argv) {
  int n = 1, m = 2;
  float *a;
  cudaMalloc(&a, 64);
  switch (argc) {
    case 1:
      n = 5;
      k<<<1, 32>>>(a, n);
      break;
    case 2:
      k<<<1, 32>>>(a, n);
    default:
      k<<<1, 32>>>(a, m);
  }
  k<<<1, 32>>>(a, n);
}
//@ n == 5
//@ n == 2
//@ length(a) == 16
//= 10 main: k<<<1, 32>>>(a = [64]@6, n = 5) | meets, violates: 5 == 2, meets
//= 13 main: k<<<1, 32>>>(a = [64]@6, n = ?) | unchecked: it is changed in a `switch`, unchecked: it is changed in a `switch`, meets
//= 15 main: k<<<1, 32>>>(a = [64]@6, n = 2) | violates: 2 == 5, meets, meets
//= 17 main: k<<<1, 32>>>(a = [64]@6, n = ?) | unchecked: it is changed in a `switch`, unchecked: it is changed in a `switch`, meets
