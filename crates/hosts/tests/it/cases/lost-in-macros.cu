// What clang drops is in a macro, a template, a condition, a lambda.
#include <cuda_runtime.h>
#include <new>
#define BAD(x) undeclared_function(&x)
#define WORSE(x) x.undeclared_member = 1
#define HIDDEN undeclared_function(&hidden)
#define PAST(x) undeclared_function(&hid##x)
__global__ void k(int *a, int n) { a[threadIdx.x] = n; }
template <class T> void change(T &t) { undeclared_function(t); t.member(); }
struct Other { int hidden; };
void pasted(int *a) {
  int hidden = 1;
  PAST(den);
  k<<<1, 36>>>(a, hidden);
}
int main() {
  int *a;
  cudaMalloc(&a, 400);
  int u = 1, w = 1, hidden = 1, v = 1, x = 1, y = 1, z = 1;
  k<<<1, 32>>>(a, u);
  BAD(u);
  k<<<1, 33>>>(a, u);
  WORSE(w);
  k<<<1, 34>>>(a, w);
  HIDDEN;
  k<<<1, 35>>>(a, hidden);
  change(v);
  k<<<1, 37>>>(a, v);
  if (undeclared_function(&x)) y = 1;
  k<<<1, 38>>>(a, x);
  auto f = [&] { undeclared_function(y); };
  f();
  k<<<1, 39>>>(a, y);
  new (&z) int(5);
  k<<<1, 40>>>(a, z);
  if (a) {
    int z = 1;
    undeclared.f(z);
    k<<<1, 41>>>(a, z);
  }
}
//@ n == 1
//= 20 main: k<<<1, 32>>>(a = [400]@18, n = 1) | meets
//= 22 main: k<<<1, 33>>>(a = [400]@18, n = ?) | unchecked: clang does not understand this
//= 24 main: k<<<1, 34>>>(a = [400]@18, n = ?) | unchecked: clang does not understand this
//= 26 main: k<<<1, 35>>>(a = [400]@18, n = ?) | unchecked: clang does not understand this
//= 28 main: k<<<1, 37>>>(a = [400]@18, n = ?) | unchecked: it depends on `change`, which is not followed
//= 30 main: k<<<1, 38>>>(a = [400]@18, n = ?) | unchecked: clang does not understand this
//= 33 main: k<<<1, 39>>>(a = [400]@18, n = ?) | unchecked: it depends on `operator()`, which is not followed
//= 35 main: k<<<1, 40>>>(a = [400]@18, n = ?) | unchecked: clang does not understand this
//= 39 main: k<<<1, 41>>>(a = [400]@18, n = ?) | unchecked: clang does not understand this
//= 14 unread k: the function around it jumps back, or may do so
