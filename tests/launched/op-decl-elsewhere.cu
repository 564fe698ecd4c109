template <class T> using Ref = T &;
struct P { int v; int operator+(Ref<int> n) { n = 100; return 1; } };
__global__ void k(int *a, int n) { if (n > 4) a[0] = threadIdx.x; }
void f(int *a, int n, P p) { if (n <= 4) { int q = p + n; k<<<1,64>>>(a, n); } }
