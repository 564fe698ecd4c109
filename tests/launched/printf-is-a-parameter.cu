__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
template <class F> void f(F printf, int *a) { int n = 32; printf(n); k<<<1, n>>>(a); }
void g(int *a) { f([](int &n) { n = 64; }, a); }
