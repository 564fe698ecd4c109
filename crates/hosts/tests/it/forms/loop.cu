#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int main(int argc, char **argv) {
  int n = 1, m = 2, last = 3;
  float *a, *b;
  cudaMalloc(&a, 64);
  cudaMalloc(&b, 64);
  for (int i = 0; i < 10; i++) {
    k<<<1, m>>>(a, i);
    n = n * 2;
    if (i == 5) {
      last = 4;
      break;
    }
  }
  k<<<1, m>>>(a, n);
  k<<<1, m>>>(a, last);
  while (m < 100) {
    k<<<1, 32>>>(a, m);
    float *t = a;
    a = b;
    b = t;
    m++;
  }
  k<<<1, 32>>>(a, m);
}
//@ blockDim.x == 2
//@ n < 100
//@ length(a) == 16
//= 9 main: k<<<1, 2>>>(a = [64]@6, n = ?) | meets, meets, meets
//= 16 main: k<<<1, 2>>>(a = [64]@6, n = ?) | meets, unchecked: it is changed in a loop, meets
//= 17 main: k<<<1, 2>>>(a = [64]@6, n = ?) | meets, unchecked: it is changed in a loop, meets
//= 19 main: k<<<1, 32>>>(a = [64]@6, n = ?) | violates: 32 == 2, meets, meets
//= 19 main: k<<<1, 32>>>(a = [64]@7, n = ?) | violates: 32 == 2, meets, meets
//= 25 main: k<<<1, 32>>>(a = ?, n = ?) | violates: 32 == 2, unchecked: it is changed in a loop, unchecked: it is changed in a loop
