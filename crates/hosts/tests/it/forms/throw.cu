#include <stdexcept>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
static void fail(int &n) {
  n = 7;
  throw std::runtime_error("it failed");
}
static int size;
void plain(float *a, int n) {
  size = 5;
  if (n != 100) throw std::runtime_error("not 100");
  k<<<1, 1>>>(a, n);
  k<<<1, 1>>>(a, size);
}
void caught(float *a) {
  int n = 100, m = 100;
  try {
    m = 8;
    if (a) throw 3;
    m = 100;
    fail(n);
  } catch (...) {
  }
  k<<<1, 2>>>(a, n);
  k<<<1, 3>>>(a, m);
}
int choose(int n) { return n > 100 ? throw n : 100; }
void chosen(float *a, int n) { k<<<1, 4>>>(a, choose(n)); }
//@ n == 100
//= 11 elsewhere: k<<<1, 1>>>(a = a, n = n) | meets
//= 12 elsewhere: k<<<1, 1>>>(a = a, n = 5) | violates: 5 == 100
//= 23 elsewhere: k<<<1, 2>>>(a = ?, n = ?) | unchecked: an exception may be caught here
//= 24 elsewhere: k<<<1, 3>>>(a = ?, n = ?) | unchecked: an exception may be caught here
//= 27 elsewhere: k<<<1, 4>>>(a = ?, n = ?) | unchecked: its value depends on a branch
