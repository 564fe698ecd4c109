// A destructor may reset the device.
#include <cuda_runtime.h>
__global__ void add(float *o, const float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n - 1) o[i] = x[i + 1]; }
struct Guard { int n; ~Guard() { cudaDeviceReset(); } };
int main() {
  float *a, *b;
  cudaMalloc(&a, 1 << 20);
  { Guard guard{1}; }
  cudaMalloc(&b, 1 << 20);
  add<<<4, 101>>>(a, b, 1024);
}
//@ disjoint(o, x)
//= 10 main: add<<<4, 101>>>(o = freed, x = freed, n = 1024) | unchecked: the memory of `o` may have been given back
