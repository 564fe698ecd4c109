namespace lib { namespace in { typedef double d; } }
struct S { typedef float uint, g;
__global__ static void q(int *a) {}
void f(int *a, uint n); };
__global__ void k(int *a, int n) { if (n > 4) a[0] = threadIdx.x; }
void S::f(int *a, uint n) { if (n != 5) { if (n < 6) { k<<<1,64>>>(a, n); } } }
