#include <pup.h>
__global__ void k(int *a, int n) { if (n > 4) a[0] = threadIdx.x; }
void f(int *a, int n, PUP::er &p) { if (n <= 4) { p | n; k<<<1,64>>>(a, n); } }
