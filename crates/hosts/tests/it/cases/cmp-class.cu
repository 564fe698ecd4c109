struct P { int *p; P(int &x) : p(&x) {} bool operator<(P r) const { *r.p = 100; return true; } };
__global__ void k(int *a, int n) { if (n > 4) a[0] = threadIdx.x; }
void f(int *a, int n, P p) { if (n <= 4) { bool z = p < n; k<<<1,64>>>(a, n); } }
//= 3 elsewhere: k<<<1, 64>>>(a = a, n = 100)
