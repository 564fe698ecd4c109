#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
class Field {
  float *data;
  int n;

 public:
  explicit Field(int n) : n(n) { cudaMalloc(&data, n * sizeof(float)); }
  int size() const { return n; }
  void grow() { n = n + 1; }
  void run() { k<<<1, n>>>(data, size()); }
};
int main() {
  Field f(8);
  f.run();
  f.grow();
  f.run();
}
//@ length(a) >= n
//@ blockDim.x == n
//= 11 main via 15: k<<<1, 8>>>(a = [32]@8, n = 8) | meets, meets
//= 11 main via 17: k<<<1, 9>>>(a = [32]@8, n = 9) | violates: 8 >= 9, meets
//= 11 perhaps elsewhere: k<<<1, uint32(?)>>>(a = ?, n = ?) | unchecked: it is read through a pointer that is not followed, unchecked: it is read through a pointer that is not followed
