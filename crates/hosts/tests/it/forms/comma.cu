#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int main() {
  float *a;
  int n;
  cudaMalloc(&a, (n = 4, n * 4));
  k<<<1, (n++, n)>>>(a, n);
}
//@ n == blockDim.x
//@ length(a) == 4
//= 7 main: k<<<1, 5>>>(a = [16]@6, n = ?) | unchecked: its arguments may be computed in any order, and one changes something, meets
