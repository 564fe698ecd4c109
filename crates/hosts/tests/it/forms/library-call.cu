#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int main(int argc, char **argv) {
  int n = 4, device, m = 9;
  float *a, h[4];
  cudaGetDevice(&device);
  cudaMalloc(&a, n * 4);
  cudaMemcpy(a, h, 16, cudaMemcpyHostToDevice);
  printf("%d\n", n);
  memset(&m, 0, 4);
  k<<<1, n>>>(a, m);
  cudaDeviceSynchronize();
  k<<<1, n>>>(a, device);
}
//@ blockDim.x == 4
//@ n == 9
//@ length(a) == 4
//= 11 main: k<<<1, 4>>>(a = [16]@7, n = ?) | meets, unchecked: it is returned by `memset`, meets
//= 13 main: k<<<1, 4>>>(a = [16]@7, n = ?) | meets, unchecked: it is returned by `cudaGetDevice`, meets
