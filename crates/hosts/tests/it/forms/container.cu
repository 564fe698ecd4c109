#include <string>
#include <vector>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
struct Free {
  float *p;
  ~Free() { cudaDeviceReset(); }
};
void fill(std::vector<float> &v);
int main(int argc, char **argv) {
  std::vector<float> v(100), w;
  float *a, *b;
  cudaMalloc(&a, v.size() * sizeof(float));
  k<<<1, 32>>>(a, v.size());
  v.push_back(1);
  k<<<1, 32>>>(a, v.size());
  w = v;
  v.resize(50);
  k<<<1, 32>>>(a, v.size());
  k<<<1, 32>>>(a, w.size());
  fill(v);
  k<<<1, 32>>>(a, v.size());
  // An element may be the buffer.
  std::vector<float *> all(2, a);
  cudaFree(all[0]);
  k<<<1, 32>>>(a, 100);
  cudaMalloc(&b, 400);
  {
    std::vector<Free> f(1);
  }
  k<<<1, 32>>>(b, 100);
}
void sizes(const std::string &name) {
  float *a;
  cudaMalloc(&a, name.size() * sizeof(float));
  k<<<1, 32>>>(a, name.length());
  // Each library has a size of its own.
  cudaMalloc(&a, sizeof(std::string));
  k<<<1, 32>>>(a, 8);
}
void moved() {
  std::vector<float> v(100);
  std::vector<float> w = std::move(v);
  float *a;
  cudaMalloc(&a, 400);
  k<<<1, 32>>>(a, w.size());
  k<<<1, 32>>>(a, v.size());
}
//@ length(a) >= n
//= 13 main: k<<<1, 32>>>(a = [400]@12, n = 100) | meets
//= 15 main: k<<<1, 32>>>(a = [400]@12, n = 101) | violates: 100 >= 101
//= 18 main: k<<<1, 32>>>(a = [400]@12, n = 50) | meets
//= 19 main: k<<<1, 32>>>(a = [400]@12, n = 101) | violates: 100 >= 101
//= 21 main: k<<<1, 32>>>(a = freed, n = int32(?)) | unchecked: the memory of `a` may have been given back
//= 25 main: k<<<1, 32>>>(a = freed, n = 100) | unchecked: the memory of `a` may have been given back
//= 30 main: k<<<1, 32>>>(a = freed, n = 100) | unchecked: the memory of `a` may have been given back
//= 35 elsewhere: k<<<1, 32>>>(a = [uint64(name.__n * 4)]@34, n = int32(name.__n)) | if name.__n <= 2147483647
//= 38 elsewhere: k<<<1, 32>>>(a = [?]@37, n = 8) | unchecked: a size that is not known
//= 45 elsewhere: k<<<1, 32>>>(a = [400]@44, n = int32(?)) | unchecked: it is read through a pointer that is not followed
//= 46 elsewhere: k<<<1, 32>>>(a = [400]@44, n = int32(?)) | unchecked: its value is not followed
