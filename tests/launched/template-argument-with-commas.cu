template <int A, int B, int C> struct Shape {};
template <class S, int N> __global__ void k(int *p) { __shared__ float s[32]; s[threadIdx.x] = 1; }
typedef void (*F)(int *);
int four();
void f(int *p) { k<Shape<128, 128, 32>, 256><<<1, 64>>>(p); F g = k<Shape<128, 128, 32>, 256>; g<<<1, 32>>>(p); }
