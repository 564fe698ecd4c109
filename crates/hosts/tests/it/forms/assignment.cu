#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int main(int argc, char **argv) {
  int n = 5, m;
  n = argc;
  m = n = n + 1;
  m += 3;
  m *= 2;
  float *a, *b;
  cudaMalloc(&a, 64);
  b = a;
  b += 2;
  k<<<1, n>>>(b, m);
}
//@ n == blockDim.x * 2 + 6
//@ length(a) == 14
//= 13 main: k<<<1, uint32(argc + 1)>>>(a = [64]@10 + 8, n = (argc + 1 + 3) * 2) | meets, meets
