// Variables that are changed by another name.
#include <cuda_runtime.h>
#include <vector>
__global__ void k(int *a, int n) { a[threadIdx.x] = n; }
struct Ref { int &r; Ref(int &x) : r(x) {} void set() { r = 5; } };
struct Self { int *p; int *q = p; int n; void go(int *d) { Self s{d}; s.n = 1; k<<<1, 32>>>(s.q, s.n); } };
static int counter = 1;
static void count() { counter++; }
static int &cell() { static int x; return x; }
void both(int &n, int &m) { n = 1; m = 2; k<<<1, 33>>>(nullptr, n); }
void global_too(int &n) { counter = 1; n = 2; k<<<1, 34>>>(nullptr, counter); }
void const_too(const int &n, int *p) { int before = n; *p = 2; k<<<1, 35>>>(nullptr, n - before + 1); }
static void deep(int **p) { **p = 7; }
struct List { int *at; List *next; };
int main(int argc, char **argv) {
  int *a;
  cudaMalloc(&a, 400);
  int n = 1;
  Ref r(n);
  r.set();
  k<<<1, 36>>>(a, n);
  counter = 1;
  count();
  k<<<1, 37>>>(a, counter);
  int v[3] = {1, 1, 1};
  int *p = v;
  p[1] = 7;
  *(p + 2) = 8;
  k<<<1, 38>>>(a, v[1] + v[2]);
  int m = 1, w = 1;
  (argc > 1 ? m : w) = 5;
  k<<<1, 39>>>(a, m);
  int x = 1;
  int *px = &x;
  deep(&px);
  k<<<1, 40>>>(a, x);
  int arr[2] = {1, 1};
  for (auto &e : arr) e = 9;
  k<<<1, 41>>>(a, arr[0]);
  struct { int s, t; } pair = {1, 1};
  auto &[s, t] = pair;
  s = 5;
  k<<<1, 42>>>(a, pair.s);
  int y = 1;
  List one = {&y, nullptr}, two = {nullptr, &one};
  *two.next->at = 6;
  k<<<1, 43>>>(a, y);
  int z = 1;
  std::vector<int *> kept;
  kept.push_back(&z);
  *kept[0] = 4;
  k<<<1, 44>>>(a, z);
  cell() = 3;
  cell() = 4;
  k<<<1, 45>>>(a, cell());
  int q = 1;
  do {
    if (argc > 3) break;
    q = 2;
  } while (0);
  k<<<1, 46>>>(a, q);
  int b = 1;
  int S = 0;
  while (S++ < 3) {
    if (S == 2) continue;
    b = S;
  }
  k<<<1, 47>>>(a, b);
  k<<<1, 48>>>(a, S);
  int u = 1;
  *reinterpret_cast<unsigned char *>(&u) = 3;
  k<<<1, 49>>>(a, u);
  int f = 1;
  reinterpret_cast<float &>(f) = 3.0f;
  k<<<1, 50>>>(a, f);
}
//@ n == 1
//@ length(a) == 100
//= 6 elsewhere: k<<<1, 32>>>(a = ?, n = 1) | meets, unchecked: it is read through a pointer that is not followed
//= 10 elsewhere: k<<<1, 33>>>(a = null, n = ?) | unchecked: what it holds is not followed, violates: 0 == 100
//= 11 elsewhere: k<<<1, 34>>>(a = null, n = ?) | unchecked: its value is not followed, violates: 0 == 100
//= 12 elsewhere: k<<<1, 35>>>(a = null, n = ? + n * (-1) + 1) | unchecked: what it holds is not followed, violates: 0 == 100
//= 21 main: k<<<1, 36>>>(a = [400]@17, n = 5) | violates: 5 == 1, meets
//= 24 main: k<<<1, 37>>>(a = [400]@17, n = 2) | violates: 2 == 1, meets
//= 29 main: k<<<1, 38>>>(a = [400]@17, n = 15) | violates: 15 == 1, meets
//= 32 main: k<<<1, 39>>>(a = [400]@17, n = ?) | unchecked: its value is not followed, meets
//= 36 main: k<<<1, 40>>>(a = [400]@17, n = 7) | violates: 7 == 1, meets
//= 39 main: k<<<1, 41>>>(a = [400]@17, n = 9) | violates: 9 == 1, meets
//= 43 main: k<<<1, 42>>>(a = [400]@17, n = ?) | unchecked: a reference to a BindingDecl is not supported, meets
//= 47 main: k<<<1, 43>>>(a = [400]@17, n = 6) | violates: 6 == 1, meets
//= 52 main: k<<<1, 44>>>(a = [400]@17, n = ?) | unchecked: its value is not followed, meets
//= 55 main: k<<<1, 45>>>(a = [400]@17, n = 4) | violates: 4 == 1, meets
//= 61 main: k<<<1, 46>>>(a = [400]@17, n = ?) | unchecked: it is changed in a loop, meets
//= 68 main: k<<<1, 47>>>(a = [400]@17, n = ?) | unchecked: it is changed in a loop, meets
//= 69 main: k<<<1, 48>>>(a = [400]@17, n = ?) | unchecked: it is changed in a loop, meets
//= 72 main: k<<<1, 49>>>(a = [400]@17, n = ?) | unchecked: its value is not followed, meets
//= 75 main: k<<<1, 50>>>(a = [400]@17, n = ?) | unchecked: its value is not followed, meets
