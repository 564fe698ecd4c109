#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
void go(int n, unsigned m) {
  float *a;
  cudaMalloc(&a, 1 << 12);
  k<<<1 << 3, 256 >> 2>>>(a, (n + 31) & ~31);
  k<<<1, m & 31>>>(a, n << 4);
  k<<<1, 3 | 4>>>(a, n ^ 5);
  k<<<1, 32>>>(a, (m + 7u) & ~7u);
}
void sign(int n) {
  float *a;
  cudaMalloc(&a, (n << 1) < 0 ? 16 : 4096);
  k<<<1, 64>>>(a, 8);
}
//@ n % 8 == 0
//@ blockDim.x <= 64
//@ length(a) == 1024
//= 6 elsewhere: k<<<8, 64>>>(a = [4096]@5, n = n + 31 + (n + 31) % 32 * (-1)) | meets, meets, meets
//= 7 elsewhere: k<<<1, m % 32>>>(a = [4096]@5, n = int32(n * 16)) | meets, meets, meets
//= 8 elsewhere: k<<<1, 7>>>(a = [4096]@5, n = ?) | unchecked: an operation on bits that is not followed, meets, meets
//= 9 elsewhere: k<<<1, 32>>>(a = [4096]@5, n = int32(uint32(uint32(m + 7) + uint32(m + 7) % 8 * (-1)))) | meets, meets, meets
//= 14 elsewhere: k<<<1, 64>>>(a = [(int32(n * 2) < 0 ? 16 : 4096)]@13, n = 8) | meets, meets, if (int32(n * 2) < 0 ? 16 : 4096) / 4 == 1024
