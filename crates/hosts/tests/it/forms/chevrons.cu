// The plainest program.
#include <cuda_runtime.h>
__global__ void k(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = 0;
}
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float *a;
  cudaMalloc(&a, n * sizeof(float));
  k<<<(n + 255) / 256, 256>>>(a, n);
  k<<<4, dim3(8, 2), 64>>>(a + 1, 7);
}
//@ blockDim.x == 256
//@ length(a) >= n
//@ length(a) >= n + 1
//@ n % 4 == 0
//@ blockDim.x * gridDim.x >= n
//@ gridDim.x == ceilDiv(n, blockDim.x)
//= 11 main: k<<<uint32((atoi(argv[1]) + 255) / 256), 256>>>(a = [uint64(uint64(atoi(argv[1])) * 4)]@10, n = atoi(argv[1])) | meets, meets, violates: uint64(uint64(atoi(argv[1])) * 4) / 4 >= atoi(argv[1]) + 1, if atoi(argv[1]) % 4 == 0, meets, meets
//= 12 main: k<<<4, 8 x 2, 64 bytes>>>(a = [uint64(uint64(atoi(argv[1])) * 4)]@10 + 4, n = 7) | violates: 8 == 256, if (uint64(uint64(atoi(argv[1])) * 4) - 4) / 4 >= 7, if (uint64(uint64(atoi(argv[1])) * 4) - 4) / 4 >= 8, violates: 3 == 0, meets, violates: 4 == 1
