#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
#define CHECK(e) do { cudaError_t s = (e); if (s != cudaSuccess) { printf("%s\n", cudaGetErrorString(s)); exit(1); } } while (0)
int main() {
  int n = 16;
  float *a;
  CHECK(cudaMalloc((void **)&a, n * sizeof(float)));
  k<<<1, n>>>(a, n);
  CHECK(cudaGetLastError());
}
//@ length(a) == n
//= 8 main: k<<<1, 16>>>(a = [64]@7, n = 16) | meets
