struct R { int v; R(int &n) : v(n) { n = 100; } operator int() const { return 1; } };
int operator+(R r, R s) { return 1; }
__global__ void k(int *a, int n) { if (n > 4) a[0] = threadIdx.x; }
void f(int *a, int n, R r) { if (n <= 4) { int q = r + n; k<<<1,64>>>(a, n); } }
//= 4 elsewhere: k<<<1, 64>>>(a = a, n = ?)
