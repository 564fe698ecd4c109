#define INC(x) ++x
#define USE(x) foo(INC(x))
void foo(int);
__global__ void k(int *a, int n) { if (n > 4) a[0] = threadIdx.x; }
void f(int *a, int n) { if (n <= 4) { USE(n + 0); k<<<1,64>>>(a, n); } }
