#define INC(x) /*
*/ ++x
__global__ void k(int *a, int n) { if (n > 4) a[0] = threadIdx.x; }
void f(int *a, int n) { if (n <= 4) { int q = INC(n + 0); k<<<1,64>>>(a, n); } }
