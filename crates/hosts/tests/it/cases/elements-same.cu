// alpinist races ; right: wrong (both elements hold one pointer); got: verified
#include <cuda_runtime.h>
#include <vector>
__global__ void turn(const int *from, int *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[n - 1 - i];
}
void go(int n) {
  std::vector<int *> v(2);
  cudaMalloc(&v[0], n * sizeof(int));
  v[1] = v[0];
  turn<<<(n + 63) / 64, 64>>>(v[0], v[1], n);
}
//= 12 elsewhere: turn<<<uint32((n + 63) / 64), 64>>>(from = ?, to = ?, n = n)
