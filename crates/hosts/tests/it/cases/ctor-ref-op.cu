struct R { int v; R(int &n) : v(n) { n = 100; } };
struct P { };
void operator|(P, R) { }
__global__ void k(int *a, int n) { if (n > 4) a[0] = threadIdx.x; }
void f(int *a, int n, P p) { if (n <= 4) { p | n; k<<<1,64>>>(a, n); } }
//= 5 elsewhere: k<<<1, 64>>>(a = a, n = 100)
