#define NEXT(x) ++x
__global__ void k(int *a) { a[0] = threadIdx.x; }
int g(int);
void f(int *a) { int t = 1; g(NEXT(t + 1)); k<<<1, t>>>(a); }
//= 4 elsewhere: k<<<1, 2>>>(a = a)
