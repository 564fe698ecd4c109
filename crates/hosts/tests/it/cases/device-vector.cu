#include <cuda_runtime.h>
#include <thrust/device_vector.h>
#include <iostream>
#include <vector>
__global__ void k(float *a, float *b, int n) { a[threadIdx.x] = b[threadIdx.x]; }
int main() {
  int n = 1000;
  std::vector<float> h(n, 1.0f);
  thrust::device_vector<float> a(n), b(h.begin(), h.end());
  float *p;
  {
    thrust::device_vector<float> c(n, 2.0f);
    p = thrust::raw_pointer_cast(&c[0]);
    k<<<1, 32>>>(thrust::raw_pointer_cast(a.data()), p + 1, n);
  }
  std::cout << n << std::endl;
  k<<<1, 32>>>(a.data().get(), p, n);
  k<<<1, 32>>>(thrust::raw_pointer_cast(a.data()), thrust::raw_pointer_cast(b.data()), n);
  a.resize(5);
  k<<<1, 32>>>(a.data().get(), p, n);
  k<<<1, 32>>>(thrust::device_vector<float>(n).data().get(), p, n);
}
//@ length(a) >= n
//@ disjoint(a, b)
//@ length(b) >= 0
//= 14 main: k<<<1, 32>>>(a = [4000]@248, b = [4000]@249 + 4, n = 1000) | meets, meets, meets
//= 17 main: k<<<1, 32>>>(a = [4000]@248, b = freed, n = 1000) | meets, unchecked: the memory of `b` may have been given back, unchecked: the memory of `b` may have been given back
//= 18 main: k<<<1, 32>>>(a = [4000]@248, b = ?, n = 1000) | meets, unchecked: it depends on `device_vector`, which is not followed, unchecked: it depends on `device_vector`, which is not followed
//= 20 main: k<<<1, 32>>>(a = ?, b = freed, n = 1000) | unchecked: it depends on `resize`, which is not followed, unchecked: it depends on `resize`, which is not followed, unchecked: the memory of `b` may have been given back
//= 21 main: k<<<1, 32>>>(a = freed, b = freed, n = 1000) | unchecked: the memory of `a` may have been given back, unchecked: the memory of `a` may have been given back, unchecked: the memory of `b` may have been given back
