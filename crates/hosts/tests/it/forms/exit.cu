#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
void usage() {
  printf("no\n");
  exit(1);
}
int main(int argc, char **argv) {
  int n = 1;
  if (argc < 2) {
    n = 2;
    exit(1);
  }
  float *a;
  if (cudaMalloc(&a, 4 * n) != cudaSuccess) abort();
  k<<<1, 32>>>(a, n);
}
//@ n == 1
//@ length(a) == 1
//= 15 main: k<<<1, 32>>>(a = [4]@14, n = 1) | meets, meets
