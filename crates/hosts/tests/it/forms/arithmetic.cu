#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
void go(unsigned n, int m) {
  float *a;
  cudaMalloc(&a, 4 * (n + 1));
  k<<<1, 32>>>(a, -m + 2 * 3 - 1);
  k<<<n * 2, 32>>>(a, m * m);
}
//@ length(a) >= 1
//@ n >= 0
//= 6 elsewhere: k<<<1, 32>>>(a = [uint32(4 * uint32(n + 1))]@5, n = m * (-1) + 6 - 1) | if 4 * (n + 1) <= 4294967295, if m * (-1) + 6 - 1 >= 0
//= 7 elsewhere: k<<<uint32(n * 2), 32>>>(a = [uint32(4 * uint32(n + 1))]@5, n = m * m) | if 4 * (n + 1) <= 4294967295, if m * m >= 0
