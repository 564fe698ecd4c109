// A reset gives all memory back.
#include <cuda_runtime.h>
__global__ void add(float *o, const float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n - 1) o[i] = x[i + 1]; }
void other();
static void finish() { cudaDeviceReset(); }
int main() {
  float *a, *b;
  cudaMalloc(&a, 1 << 20);
  cudaMalloc(&b, 1 << 20);
  add<<<4, 101>>>(a, b, 1024);
  other();
  add<<<4, 102>>>(a, b, 1024);
  finish();
  cudaMalloc(&b, 1 << 20);
  add<<<4, 103>>>(a, b, 1024);
  cudaDeviceReset();
  add<<<4, 104>>>(a, b, 1024);
}
//@ disjoint(o, x)
//= 10 main: add<<<4, 101>>>(o = [1048576]@8, x = [1048576]@9, n = 1024) | meets
//= 12 main: add<<<4, 102>>>(o = [1048576]@8, x = [1048576]@9, n = 1024) | meets
//= 15 main: add<<<4, 103>>>(o = freed, x = [1048576]@14, n = 1024) | unchecked: the memory of `o` may have been given back
//= 17 main: add<<<4, 104>>>(o = freed, x = freed, n = 1024) | unchecked: the memory of `o` may have been given back
