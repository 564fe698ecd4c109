#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int main() {
  int n = 1;
  int &r = n;
  const int &s = 5;
  r = 7;
  float *a;
  float *&b = a;
  cudaMalloc(&b, 64);
  k<<<1, s>>>(a, n);
}
//@ n == 7
//@ blockDim.x == 5
//@ length(a) == 16
//= 11 main: k<<<1, 5>>>(a = [64]@10, n = 7) | meets, meets, meets
