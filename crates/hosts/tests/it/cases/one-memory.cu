// Both parameters get one memory, in ways of which some are not followed: never "meets".
#include <cuda_runtime.h>
__global__ void k(int *a, int *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
struct Two { int *p, *q; };
struct Self { int *p; int *q = p; };
int *both[2];
static int *same(int *p) { return p; }
static Two make(int *p) { return {p, p}; }
static void go(int *p, int *q) { k<<<1, 32>>>(p, q); }
static void (*table[])(int *, int *) = {go};
struct Runner { int *p; void run(int *q) const { k<<<1, 33>>>(p, q); } };
struct Functor { void operator()(int *p, int *q) const { k<<<1, 34>>>(p, q); } };
template <class... T> void pack(T... t) { k<<<1, 35>>>(t...); }
int main(int argc, char **argv) {
  int *d, *e;
  cudaMalloc(&d, 400);
  cudaMalloc(&e, 400);
  k<<<1, 36>>>(d, same(d));
  Two two = make(d);
  k<<<1, 37>>>(two.p, two.q);
  Self self{d};
  k<<<1, 38>>>(self.p, self.q);
  (*go)(d, d);
  table[0](d, d);
  (argc > 1 ? go : go)(d, d);
  Runner{d}.run(d);
  Functor()(d, d);
  pack(d, d);
  int **pp = &d;
  k<<<1, 39>>>(*pp, d);
  both[0] = d;
  both[argc - 1] = d;
  k<<<1, 40>>>(both[0], both[1]);
  e = argc > 1 ? d : e;
  k<<<1, 41>>>(d, e);
  std::swap(d, e);
  k<<<1, 42>>>(d, e);
  auto &r = d;
  k<<<1, 43>>>(r, d);
  auto f = [=](int *q) { k<<<1, 44>>>(d, q); };
  f(d);
}
//@ disjoint(a, b)
//= 9 main via 23: k<<<1, 32>>>(a = [400]@16, b = [400]@16) | violates: disjoint(a, b)
//= 9 main via 25: k<<<1, 32>>>(a = freed, b = freed) | unchecked: the memory of `a` may have been given back
//= 9 elsewhere: k<<<1, 32>>>(a = p, b = q) | if disjoint(a, b)
//= 11 main via 26: k<<<1, 33>>>(a = freed, b = freed) | unchecked: the memory of `a` may have been given back
//= 11 perhaps elsewhere: k<<<1, 33>>>(a = ?, b = q) | unchecked: it is read through a pointer that is not followed
//= 12 main via 27: k<<<1, 34>>>(a = freed, b = freed) | unchecked: the memory of `a` may have been given back
//= 12 elsewhere: k<<<1, 34>>>(a = p, b = q) | if disjoint(a, b)
//= 13 main via 28: k<<<1, 35>>>(a = freed, b = freed) | unchecked: the memory of `a` may have been given back
//= 13 perhaps elsewhere: k<<<1, 35>>>(a = t, b = t) | if disjoint(a, b)
//= 18 main: k<<<1, 36>>>(a = [400]@16, b = [400]@16) | violates: disjoint(a, b)
//= 20 main: k<<<1, 37>>>(a = [400]@16, b = [400]@16) | violates: disjoint(a, b)
//= 22 main: k<<<1, 38>>>(a = [400]@16, b = ?) | unchecked: it is read through a pointer that is not followed
//= 30 main: k<<<1, 39>>>(a = freed, b = freed) | unchecked: the memory of `a` may have been given back
//= 33 main: k<<<1, 40>>>(a = ?, b = ?) | unchecked: its value is not followed
//= 35 main: k<<<1, 41>>>(a = freed, b = freed) | unchecked: the memory of `a` may have been given back
//= 35 main: k<<<1, 41>>>(a = freed, b = [400]@17) | unchecked: the memory of `a` may have been given back
//= 37 main: k<<<1, 42>>>(a = freed, b = freed) | unchecked: the memory of `a` may have been given back
//= 37 main: k<<<1, 42>>>(a = [400]@17, b = freed) | unchecked: the memory of `b` may have been given back
//= 39 main: k<<<1, 43>>>(a = freed, b = freed) | unchecked: the memory of `a` may have been given back
//= 39 main: k<<<1, 43>>>(a = [400]@17, b = [400]@17) | violates: disjoint(a, b)
//= 40 elsewhere: k<<<1, 44>>>(a = ?, b = ?) | unchecked: `d` is not followed here
