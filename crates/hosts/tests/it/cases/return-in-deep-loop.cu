// A function that ends within loops only, and one that frees there.
#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
static int find(const int *h, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (h[i] == h[j]) return 5;
  return 7;
}
static void drop(float *a, const int *h, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (h[i] == h[j]) cudaFree(a);
}
int main(int argc, char **argv) {
  int h[8], n = 0;
  float *a, *b;
  cudaMalloc(&a, 64);
  cudaMalloc(&b, 64);
  for (int i = 0; i < argc; i++) {
    n = find(h, 8);
    k<<<1, 16>>>(a, n);
    k<<<1, 16>>>(b, n);
    if (i == 3) drop(b, h, 8);
  }
  k<<<1, 16>>>(a, n);
}
//@ n >= 5
//@ length(a) == 16
//= 22 main: k<<<1, 16>>>(a = [64]@18, n = (? == ? ? 5 : (? == ? ? 5 : (? == ? ? 5 : (? == ? ? 5 : ?))))) | meets, meets
//= 23 main: k<<<1, 16>>>(a = freed, n = (? == ? ? 5 : (? == ? ? 5 : (? == ? ? 5 : (? == ? ? 5 : ?))))) | meets, unchecked: the memory of `a` may have been given back
//= 26 main: k<<<1, 16>>>(a = [64]@18, n = ?) | unchecked: it is changed in a loop, meets
