#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int main(int argc, char **argv) {
  int n = 8;
  float *h = (float *)malloc(n * sizeof(float)), *a;
  int *more = new int[n];
  cudaMalloc(&a, n * sizeof(float));
  for (int i = 0; i < n; i++) {
    h[i] = i;
    more[i] = i;
  }
  cudaMemcpy(a, h, n * sizeof(float), cudaMemcpyHostToDevice);
  k<<<1, n>>>(a, more[1]);
  k<<<1, n>>>(h, n);
  delete[] more;
  free(h);
}
//@ length(a) == blockDim.x
//@ n == 8
//= 13 main: k<<<1, 8>>>(a = [32]@7, n = ?) | meets, unchecked: it is read from memory that is not followed
//= 14 main: k<<<1, 8>>>(a = host, n = 8) | unchecked: `a` points to memory of the host, meets
