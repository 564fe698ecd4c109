#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int given;
const int fixed = 12;
namespace inner { static int other = 3; }
void unknown();
int main(int argc, char **argv) {
  float *a;
  cudaMalloc(&a, given * 4);
  k<<<1, fixed>>>(a, given);
  unknown();
  k<<<1, 32>>>(a, given);
  k<<<1, 32>>>(a, inner::other);
}
//@ blockDim.x == 12
//@ length(a) == n
//= 10 main: k<<<1, 12>>>(a = [uint64(given * 4)]@9, n = given) | meets, meets
//= 12 main: k<<<1, 32>>>(a = [uint64(given * 4)]@9, n = ?) | violates: 32 == 12, unchecked: it depends on `unknown`, which is not followed
//= 13 main: k<<<1, 32>>>(a = [uint64(given * 4)]@9, n = other) | violates: 32 == 12, if uint64(given * 4) / 4 == other
