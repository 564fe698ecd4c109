#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
struct Sizes { int width, height; };
int main() {
  Sizes s = {8, 4};
  int v[3] = {1, 2};
  float *a;
  cudaMalloc(&a, 4 * s.width * s.height);
  k<<<s.height, s.width>>>(a, v[1] + v[2]);
  k<<<dim3{2, 2, 1}, 32>>>(a, Sizes{5, 6}.height);
}
//@ blockDim.x == 8
//@ length(a) >= 32
//@ n == 2
//= 9 main: k<<<4, 8>>>(a = [128]@8, n = 2) | meets, meets, meets
//= 10 main: k<<<2 x 2, 32>>>(a = [128]@8, n = 6) | violates: 32 == 8, meets, violates: 6 == 2
