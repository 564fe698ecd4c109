#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
struct Packet { char c; double d; };
int main() {
  float *a;
  cudaMalloc(&a, 3 * sizeof(Packet) + sizeof a);
  k<<<1, sizeof(int)>>>(a, sizeof(Packet));
}
//@ length(a) == 14
//@ n == 16
//= 7 main: k<<<1, 4>>>(a = [56]@6, n = 16) | meets, meets
