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
//= 6 elsewhere: k<<<1, 32>>>(a = [uint32(4 * uint32(n + 1))]@5, n = m * (-1) + 6 - 1) | if uint32(4 * uint32(n + 1)) / 4 >= 1, if m * (-1) + 6 - 1 >= 0
//= 7 elsewhere: k<<<uint32(n * 2), 32>>>(a = [uint32(4 * uint32(n + 1))]@5, n = m * m) | if uint32(4 * uint32(n + 1)) / 4 >= 1, if m * m >= 0
