#include <rmm/device_uvector.hpp>
__global__ void k(const float *a, float *b, int n) { b[threadIdx.x] = a[n]; }
void run(int n, rmm::cuda_stream_view stream) {
  rmm::device_uvector<float> a(n, stream), b(n, stream);
  k<<<1, 256, 0, stream>>>(a.data(), b.data(), n);
  k<<<1, 256, 0, stream.value()>>>(a.data(), a.data(), a.size());
  float *p;
  {
    rmm::device_uvector<float> c(n, stream);
    p = c.data();
  }
  k<<<1, 256, 0, stream>>>(p, b.data(), n);
  b.resize(2 * n, stream);
  k<<<1, 256, 0, stream>>>(a.data(), b.data(), n);
}
//@ length(a) >= n
//@ disjoint(a, b)
//= 5 elsewhere: k<<<1, 256>>>(a = [uint64(uint64(n) * 4)]@142, b = [uint64(uint64(n) * 4)]@142, n = n) | meets, meets
//= 6 elsewhere: k<<<1, 256>>>(a = [uint64(uint64(n) * 4)]@142, b = [uint64(uint64(n) * 4)]@142, n = int32(uint64(n))) | if uint64(uint64(n) * 4) / 4 >= int32(uint64(n)), if disjoint(a, b)
//= 12 elsewhere: k<<<1, 256>>>(a = freed, b = [uint64(uint64(n) * 4)]@142, n = n) | unchecked: the memory of `a` may have been given back, unchecked: the memory of `a` may have been given back
//= 14 elsewhere: k<<<1, 256>>>(a = [uint64(uint64(n) * 4)]@142, b = ?, n = n) | meets, unchecked: it depends on `resize`, which is not followed
