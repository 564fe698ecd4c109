// alpinist races ; right: verified; got: unknown (K411 "passes arguments that are not read")
#include <stdio.h>
#include <cuda_runtime.h>
__global__ void turn(const int *from, int *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[n - 1 - i];
}
void go(int n) {
  int *a = NULL, *b = NULL;
  cudaMalloc((void **)&a, n * sizeof(int));
  cudaMalloc((void **)&b, n * sizeof(int));
  turn<<<(n + 63) / 64, 64>>>(a, b, n);
}
//= 12 elsewhere: turn<<<uint32((n + 63) / 64), 64>>>(from = [uint64(uint64(n) * 4)]@10, to = [uint64(uint64(n) * 4)]@11, n = n)
