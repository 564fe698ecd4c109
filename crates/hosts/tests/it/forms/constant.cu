#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
#define BLOCK 16
constexpr int TILE = 4;
enum { ROWS = 8 };
const unsigned XS(4);
static const int both[2] = {1, 2};
int main() {
  k<<<'a', BLOCK * BLOCK>>>(nullptr, true);
  k<<<ROWS, dim3((BLOCK * TILE) / (TILE * XS))>>>(NULL, both[1]);
}
//@ blockDim.x % 16 == 0
//@ length(a) == 0
//@ nonnull(a)
//= 9 main: k<<<97, 256>>>(a = null, n = 1) | meets, meets, violates: nonnull(a)
//= 10 main: k<<<8, 4>>>(a = null, n = 2) | violates: 4 == 0, meets, violates: nonnull(a)
