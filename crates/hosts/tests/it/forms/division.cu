#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
void go(int n, int b, unsigned u) {
  float *a;
  cudaMalloc(&a, 4);
  k<<<(n + b - 1) / b, b>>>(a, n);
  k<<<(n - 1) / 128 + 1, 128>>>(a, n);
  k<<<u / 8, 8>>>(a, u % 8);
  k<<<(n + 255) / 256, 256>>>(a, -7 / 2);
}
//@ blockDim.x * gridDim.x >= n
//@ n < 8
//= 6 elsewhere: k<<<uint32((n + b - 1) / b), uint32(b)>>>(a = [4]@5, n = n) | if uint32(b) * uint32((n + b - 1) / b) >= n, if n < 8
//= 7 elsewhere: k<<<uint32((n - 1) / 128 + 1), 128>>>(a = [4]@5, n = n) | meets, if n < 8
//= 8 elsewhere: k<<<u / 8, 8>>>(a = [4]@5, n = u % 8) | meets, meets
//= 9 elsewhere: k<<<uint32((n + 255) / 256), 256>>>(a = [4]@5, n = -3) | meets, meets
