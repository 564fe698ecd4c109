#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int main(int argc, char **argv) {
  int n = atoi(argv[1]), block = 64, same;
  float *a;
  if (n < 1 || n > 1000) return 1;
  if (n % 4 == 0)
    block = 32;
  if (argc > 2) same = 5; else same = 5;
  cudaMalloc(&a, n * 4);
  if (n > 16) {
    k<<<1, block>>>(a, n);
  } else {
    k<<<1, same>>>(a, n);
  }
}
//@ n >= 1
//@ n > 16
//@ blockDim.x <= 64
//@ blockDim.x == 5
//@ length(a) == n
//= 12 main: k<<<1, (atoi(argv[1]) % 4 == 0 ? 32 : 64)>>>(a = [uint64(atoi(argv[1]) * 4)]@10, n = atoi(argv[1])) | meets, meets, meets, violates: (atoi(argv[1]) % 4 == 0 ? 32 : 64) == 5, meets
//= 14 main: k<<<1, 5>>>(a = [uint64(atoi(argv[1]) * 4)]@10, n = atoi(argv[1])) | meets, violates: atoi(argv[1]) > 16, meets, meets, meets
