#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int main(int argc, char **argv) {
  int sizes[4];
  float *v[2];
  for (int i = 0; i < 4; i++) sizes[i] = i;
  sizes[2] = 5;
  cudaMalloc(&v[0], 64);
  cudaMalloc(&v[1], 128);
  k<<<1, sizes[2]>>>(v[1], sizes[3]);
  v[argc] = v[0];
  k<<<1, 32>>>(v[1], 1);
}
//@ length(a) == 32
//@ blockDim.x == 5
//@ n == 3
//= 10 main: k<<<1, 5>>>(a = [128]@9, n = 3) | meets, meets, meets
//= 12 main: k<<<1, 32>>>(a = ?, n = 1) | unchecked: its value is not followed, violates: 32 == 5, violates: 1 == 3
