template <class A, class B, class C> struct Tup {};
template <class S, class T> __global__ void k(T *p) { __shared__ float s[32]; s[threadIdx.x] = 1; }
void f(int *p) { k<Tup<int, float, int>, int><<<1, 64>>>(p); auto g = k<Tup<int, float, int>, int>; g<<<1, 32>>>(p); }
template <class T> void h(T *p) { k<Tup<int, float, int>><<<1, 32>>>(p); }
void i(int *p) { h(p); }
