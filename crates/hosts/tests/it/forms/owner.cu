#include <cstdio>
#include <cstdlib>
#include <vector>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
void check(cudaError_t status) {
  if (status != cudaSuccess) exit(1);
}
class Buffer {
 public:
  float *data;
  int n;
  explicit Buffer(int n) : n(n) { check(cudaMalloc(&data, n * sizeof(float))); }
  ~Buffer() {
    if (data) check(cudaFree(data));
  }
  void run() { k<<<1, 32>>>(data, n); }
};
float *other;
struct Others {
  int n;
  ~Others() { cudaFree(other); }
};
struct Counts {
  int *n;
  ~Counts() { *n = 1000; }
};
void take(Buffer copy) {}
int main() {
  Buffer a(100);
  a.run();
  float *p;
  {
    Buffer b(50);
    p = b.data;
    k<<<1, 32>>>(p, 50);
  }
  k<<<1, 32>>>(p, 50);
  // The copy gives it back.
  take(a);
  a.run();
  Buffer all[2] = {Buffer(4), Buffer(4)};
  k<<<1, 32>>>(all[0].data, 4);
}
void in_vector() {
  float *p;
  {
    std::vector<Buffer> v(1, Buffer(100));
    p = v[0].data;
  }
  k<<<1, 32>>>(p, 100);
}
void of_others() {
  cudaMalloc(&other, 400);
  Others o;
  k<<<1, 32>>>(other, 100);
}
void counted() {
  float *a;
  int n = 100;
  cudaMalloc(&a, 400);
  {
    Counts c{&n};
  }
  k<<<1, 32>>>(a, n);
}
//@ length(a) >= n
//= 16 main via 30: k<<<1, 32>>>(a = [400]@12, n = 100) | meets
//= 16 main via 40: k<<<1, 32>>>(a = freed, n = 100) | unchecked: the memory of `a` may have been given back
//= 16 perhaps elsewhere: k<<<1, 32>>>(a = ?, n = ?) | unchecked: it is read through a pointer that is not followed
//= 35 main: k<<<1, 32>>>(a = [200]@12, n = 50) | meets
//= 37 main: k<<<1, 32>>>(a = freed, n = 50) | unchecked: the memory of `a` may have been given back
//= 42 main: k<<<1, 32>>>(a = ?, n = 4) | unchecked: a destructor may change it
//= 50 elsewhere: k<<<1, 32>>>(a = ?, n = 100) | unchecked: it is read through a pointer that is not followed
//= 55 elsewhere: k<<<1, 32>>>(a = ?, n = 100) | unchecked: a destructor may change it
//= 64 elsewhere: k<<<1, 32>>>(a = [400]@60, n = ?) | unchecked: a destructor may change it
