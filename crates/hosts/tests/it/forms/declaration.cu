#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int main(int argc, char **argv) {
  int n = 3, m = n + 1, open;
  auto size = 4 * m;
  static int kept = 7;
  float *a;
  cudaMalloc(&a, size);
  k<<<1, m>>>(a, n);
  k<<<1, 32>>>(a, open);
  k<<<1, 32>>>(a, kept);
}
//@ n == 3
//@ length(a) == 4
//= 9 main: k<<<1, 4>>>(a = [16]@8, n = 3) | meets, meets
//= 10 main: k<<<1, 32>>>(a = [16]@8, n = ?) | unchecked: `open` has no value yet, meets
//= 11 main: k<<<1, 32>>>(a = [16]@8, n = kept) | if kept == 3, meets
