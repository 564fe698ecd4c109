#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
void go(long long n, unsigned char c) {
  float *a;
  cudaMalloc(&a, static_cast<size_t>(n) * 4);
  void *p = a;
  k<<<1, 32>>>((float *)p, (int)n);
  k<<<1, (char)300>>>(reinterpret_cast<float *>(p), c);
  k<<<(int)3.5, 32>>>(a, unsigned(-1));
}
//@ length(a) >= n
//@ n <= 255
//= 7 elsewhere: k<<<1, 32>>>(a = [uint64(uint64(n) * 4)]@5, n = int32(n)) | if n >= -2147483648 && n <= 2147483647, if int32(n) <= 255
//= 8 elsewhere: k<<<1, 44>>>(a = [uint64(uint64(n) * 4)]@5, n = c) | if uint64(uint64(n) * 4) / 4 >= c, meets
//= 9 elsewhere: k<<<uint32(?), 32>>>(a = [uint64(uint64(n) * 4)]@5, n = -1) | meets, meets
