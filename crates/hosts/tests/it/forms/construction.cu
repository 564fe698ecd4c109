#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
struct Pair {
  int first, second;
  Pair(int x, int y = 3) : first(x), second(y) { second += 1; }
};
const dim3 whole(4, 8);
int main() {
  dim3 grid, block(16);
  dim3 other = block;
  dim3 third = 7;
  other.y = 2;
  Pair p(5);
  Pair q = p;
  float *a;
  cudaMalloc(&a, 4);
  k<<<grid, other>>>(a, q.second);
  k<<<third, whole>>>(a, p.first);
}
//@ blockDim.x * blockDim.y == 32
//@ n == 4
//= 17 main: k<<<1, 16 x 2>>>(a = [4]@16, n = 4) | meets, meets
//= 18 main: k<<<7, 4 x 8>>>(a = [4]@16, n = 5) | meets, violates: 5 == 4
