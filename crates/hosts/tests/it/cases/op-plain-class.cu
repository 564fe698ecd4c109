struct P { int *p; P(int &x) : p(&x) {} };
int operator*(P l, P r) { *r.p = 100; return 0; }
__global__ void k(int *a, int n) { if (n > 4) a[0] = threadIdx.x; }
void f(int *a, int n, P p) { if (n <= 4) { int z = p * n; k<<<1,64>>>(a, n); } }
//= 4 elsewhere: k<<<1, 64>>>(a = a, n = 100)
