#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int main(int argc, char **argv) {
  int n = 1;
  float *a;
  cudaMalloc(&a, 64);
  if (argc > 1) goto end;
  k<<<1, 32>>>(a, n);
  n = 2;
end:
  k<<<1, 32>>>(a, n);
}
void back(float *a) {
  int n = 1;
again:
  k<<<1, 32>>>(a, n);
  if (n++ < 3) goto again;
}
//@ n == 1
//@ length(a) == 16
//= 8 main: k<<<1, 32>>>(a = [64]@6, n = 1) | meets, meets
//= 11 main: k<<<1, 32>>>(a = ?, n = ?) | unchecked: `n` is not followed here, unchecked: `a` is not followed here
//= 16 unread k: the function around it jumps back, or may do so
