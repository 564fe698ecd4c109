#define STEP(x) x++
#define WRAP(x) (STEP(x))
__global__ void k(int *a, int n) { if (n > 4) a[0] = threadIdx.x; }
void f(int *a, int n) { if (n <= 4) { int z = WRAP(0 + n); k<<<1,64>>>(a, n); } }
