// A launch that a macro makes where nothing is compiled; the others by macros are followed.
#include <cuda_runtime.h>
__global__ void add(float *o, const float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n - 1) o[i] = x[i + 1]; }
#define GO(k, x, y) k##d<<<4, 100>>>(x, y, 1024)
#define ADD(x, y) add<<<4, 101>>>(x, y, 1024)
#define TWICE(x, y) ADD(x, y)
#define GRID <<<4, 102>>>
#define CHECK(x) do { x; cudaGetLastError(); } while (0)
int main() {
  float *a, *b;
  cudaMalloc(&a, 1 << 20);
  cudaMalloc(&b, 1 << 20);
#ifdef INPLACE
  GO(ad, a, a);
#endif
  ADD(a, b);
  TWICE(a, b);
  CHECK(TWICE(a, b));
  CHECK(TWICE(a, b); TWICE(a, b));
  GO(ad, a, b);
  add GRID (a, b, 1024);
}
#ifdef NEVER
void other(float *a) { TWICE(a, a); }
#endif
//@ disjoint(o, x)
//= 16 main: add<<<4, 101>>>(o = [1048576]@11, x = [1048576]@12, n = 1024) | meets | decided by INPLACE
//= 17 main: add<<<4, 101>>>(o = [1048576]@11, x = [1048576]@12, n = 1024) | meets | decided by INPLACE
//= 18 main: add<<<4, 101>>>(o = [1048576]@11, x = [1048576]@12, n = 1024) | meets | decided by INPLACE
//= 19 main: add<<<4, 101>>>(o = [1048576]@11, x = [1048576]@12, n = 1024) | meets | decided by INPLACE
//= 20 main: add<<<4, 100>>>(o = [1048576]@11, x = [1048576]@12, n = 1024) | meets | decided by INPLACE
//= 21 main: add<<<4, 102>>>(o = [1048576]@11, x = [1048576]@12, n = 1024) | meets | decided by INPLACE
//= 14 unread <<<: this launch is not in clang's tree, or is not reached
//= 19 unread add: this use of `add` is not followed
//= 19 unread add: this use of `add` is not followed
//= 24 unread add: this use of `add` is not followed
