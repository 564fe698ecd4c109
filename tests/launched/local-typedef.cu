void h(int *);
__global__ void k(int *a, int n) { if (n > 4) a[0] = threadIdx.x; }
void f(int *a, int n0) { typedef int &int32_t, *p; int32_t n = n0; if (n <= 4) { n0 = 100; k<<<1,64>>>(a, n); } }
