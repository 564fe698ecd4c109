#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
void fail();
int main() {
  float *a;
  int n = 1;
  {
    int n = 2;
    cudaMalloc(&a, n * 4);
  }
  try {
    k<<<1, 32>>>(a, n);
    n = 5;
    fail();
    k<<<1, 32>>>(a, n);
  } catch (...) {
  }
  k<<<1, 32>>>(a, n);
}
//@ n >= 1
//@ length(a) == 2
//= 12 main: k<<<1, 32>>>(a = [8]@9, n = 1) | meets, meets
//= 15 main: k<<<1, 32>>>(a = [8]@9, n = 5) | meets, meets
//= 18 main: k<<<1, 32>>>(a = ?, n = ?) | unchecked: an exception may be caught here, unchecked: an exception may be caught here
