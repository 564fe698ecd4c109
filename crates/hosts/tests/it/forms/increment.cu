#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int main() {
  int n = 1;
  int m = n++ + 1;
  ++n;
  m--;
  float *a;
  cudaMalloc(&a, 64);
  a++;
  k<<<n, m>>>(a, m++);
}
//@ n == 1
//@ gridDim.x == 3
//@ length(a) == 15
//= 11 main: k<<<3, ? x ? x ?>>>(a = [64]@9 + 4, n = 1) | meets, meets, meets
