#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
template <class F> void each(F f) { f(); }
int main() {
  int n = 1, m = 2;
  float *a;
  cudaMalloc(&a, 64);
  auto set = [&n, m]() { n = m + 5; };
  k<<<1, 32>>>(a, n);
  set();
  k<<<1, 32>>>(a, n);
  each([&] { k<<<1, m>>>(a, n); });
}
//@ n == 1
//@ length(a) == 16
//= 9 main: k<<<1, 32>>>(a = [64]@7, n = 1) | meets, meets
//= 11 main: k<<<1, 32>>>(a = [64]@7, n = ?) | unchecked: it depends on `operator()`, which is not followed, meets
//= 12 elsewhere: k<<<1, uint32(?)>>>(a = ?, n = ?) | unchecked: `n` is not followed here, unchecked: `a` is not followed here
