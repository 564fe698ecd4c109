#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
static int blocks(int n, int b) { return (n + b - 1) / b; }
template <typename T> T *fresh(int n) {
  T *p;
  cudaMalloc(&p, n * sizeof(T));
  return p;
}
static void change(int &n, int *m) {
  n = 2;
  *m += 1;
}
static void run(float *a, int n, int b) { k<<<blocks(n, b), b>>>(a, n); }
int main(int argc, char **argv) {
  int n = 100, m = 31;
  float *a = fresh<float>(n);
  run(a, n, 32);
  change(n, &m);
  run(a, n, m);
}
//@ length(a) == 100
//@ blockDim.x == 32
//@ blockDim.x * gridDim.x >= n
//= 13 main via 17: k<<<4, 32>>>(a = [400]@6, n = 100) | meets, meets, meets
//= 13 main via 19: k<<<1, 32>>>(a = [400]@6, n = 2) | meets, meets, meets
