// A value changes between its definition and the launch.
#include <cuda_runtime.h>
#include <cstring>
#include <thread>
__global__ void k(int *a, int *b, int n) { a[threadIdx.x] = b[threadIdx.x + 1]; }
int kept;
int *global;
void outside(int &n);
void keep(int *p);
void later();
struct Guard { int *n; ~Guard() { *n = 9; } };
struct Bits { unsigned low : 3; };
union Both { int n; float f; };
template <class F> void call(F f) { f(); }
int side(int &n) { return n = n + 1; }
int main(int argc, char **argv) {
  int *a, *b;
  cudaMalloc(&a, 400);
  cudaMalloc(&b, 400);
  int n = 1;
  outside(n);
  k<<<1, 32>>>(a, b, n);
  n = 1;
  later();
  k<<<1, 33>>>(a, b, n);
  int m = 1;
  int *p = &m, **q = &p;
  **q = 2;
  k<<<1, 34>>>(a, b, m);
  int w = 1;
  { Guard g{&w}; }
  k<<<1, 35>>>(a, b, w);
  Bits bits;
  bits.low = 9;
  k<<<1, 36>>>(a, b, bits.low);
  Both both;
  both.n = 1;
  both.f = 3;
  k<<<1, 37>>>(a, b, both.n);
  int x = 1;
  call([&] { x = 2; });
  k<<<1, 38>>>(a, b, x);
  int y = 1;
  k<<<1, y>>>(a, b, side(y));
  int z = 1;
  for (int i = 0; i < 3; i++) {
    k<<<1, 39>>>(a, b, z);
    if (i == 1) z = 2;
    continue;
  }
  int u = 1;
  undeclared(&u);
  k<<<1, 40>>>(a, b, u);
  int v = 1;
  undeclared.member(v);
  k<<<1, 41>>>(a, b, v);
  memcpy(&b, &a, sizeof(a));
  k<<<1, 42>>>(a, b, 1);
}
//@ n == 1
//@ disjoint(a, b)
//= 22 main: k<<<1, 32>>>(a = [400]@18, b = [400]@19, n = ?) | unchecked: it depends on `outside`, which is not followed, meets
//= 25 main: k<<<1, 33>>>(a = [400]@18, b = [400]@19, n = ?) | unchecked: it depends on `later`, which is not followed, meets
//= 29 main: k<<<1, 34>>>(a = [400]@18, b = [400]@19, n = 2) | violates: 2 == 1, meets
//= 32 main: k<<<1, 35>>>(a = [400]@18, b = [400]@19, n = ?) | unchecked: a destructor may change it, meets
//= 35 main: k<<<1, 36>>>(a = [400]@18, b = [400]@19, n = int32(?)) | unchecked: which part of a variable is read is not known, meets
//= 39 main: k<<<1, 37>>>(a = [400]@18, b = [400]@19, n = ?) | unchecked: which part of a variable is read is not known, meets
//= 42 main: k<<<1, 38>>>(a = [400]@18, b = [400]@19, n = ?) | unchecked: a destructor may change it, meets
//= 44 main: k<<<1, ? x ? x ?>>>(a = [400]@18, b = [400]@19, n = 2) | violates: 2 == 1, meets
//= 47 main: k<<<1, 39>>>(a = freed, b = freed, n = ?) | unchecked: it is changed in a loop, unchecked: the memory of `a` may have been given back
//= 53 main: k<<<1, 40>>>(a = freed, b = freed, n = ?) | unchecked: a destructor may change it, unchecked: the memory of `a` may have been given back
//= 56 main: k<<<1, 41>>>(a = freed, b = freed, n = ?) | unchecked: a destructor may change it, unchecked: the memory of `a` may have been given back
//= 58 main: k<<<1, 42>>>(a = freed, b = ?, n = 1) | meets, unchecked: the memory of `a` may have been given back
