// alpinist races ; right: verified; got: wrong, "certain" (assumes that `from` and `to` point to the same memory)
#include <cuda_runtime.h>
#include <thrust/device_vector.h>
__global__ void turn(const int *from, int *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[n - 1 - i];
}
void go(int n) {
  thrust::device_vector<int> a(n), b(n);
  turn<<<(n + 63) / 64, 64>>>(thrust::raw_pointer_cast(a.data()), thrust::raw_pointer_cast(b.data()), n);
}
//= 10 elsewhere: turn<<<uint32((n + 63) / 64), 64>>>(from = [uint64(uint64(n) * 4)]@125, to = [uint64(uint64(n) * 4)]@125, n = n)
