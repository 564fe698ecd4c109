#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int main(int argc, char **argv) {
  int n = 1, m = 2;
  int *p = &n;
  *p = 3;
  int **q = &p;
  *q = &m;
  *p = 4;
  float *a;
  float **r = &a;
  cudaMalloc(r, 64);
  k<<<1, n>>>(a + 3, m);
  k<<<1, n>>>(&a[argc], m);
  k<<<1, n>>>(*r - 1, *p);
}
//@ blockDim.x == 3
//@ n == 4
//@ length(a) >= 13
//= 13 main: k<<<1, 3>>>(a = [64]@12 + 12, n = 4) | meets, meets, meets
//= 14 main: k<<<1, 3>>>(a = [64]@12 + argc * 4, n = 4) | meets, meets, unchecked: `a` may point in front of its memory
//= 15 main: k<<<1, 3>>>(a = [64]@12 + -4, n = 4) | meets, meets, unchecked: `a` may point in front of its memory
