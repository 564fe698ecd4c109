struct R { int v; R(int &n) : v(n) { n = 100; } };
__global__ void q(R r) { }
__global__ void k(int *a, int n) { if (n > 4) a[0] = threadIdx.x; }
void f(int *a, int n) { if (n <= 4) { q<<<1,64>>>(n); k<<<1,64>>>(a, n); } }
